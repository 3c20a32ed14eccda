import { describe, expect, it } from 'vitest'

describe('a test that follows a telephone link', () => {
  const start = location.href

  it('changes the address of the page', async () => {
    location.href = 'tel:600000001'
    await expect.poll(() => location.href).toBe('tel:600000001')
  })

  it('does not change it for the next test', () => {
    expect(location.href).toBe(start)
  })
})
