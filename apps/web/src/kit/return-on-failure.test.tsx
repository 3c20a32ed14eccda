import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CallFailed } from './client.ts'
import { useLeaveOnFailure } from './return-on-failure.ts'

it('leaves a page whose record cannot be loaded only once, even if loading fails again on the way', () => {
  const leave = vi.fn()
  const Page = ({ error }: { error: CallFailed | null }) => {
    useLeaveOnFailure(error, leave)
    return null
  }
  const page = render(<Page error={null} />)
  for (const error of [new CallFailed('Gone', 404), null, new CallFailed('Gone', 404)])
    page.rerender(<Page error={error} />)
  expect(leave).toHaveBeenCalledTimes(1)
})
