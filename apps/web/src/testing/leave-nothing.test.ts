import { describe, expect, it } from 'vitest'

describe('the next test', () => {
  const start = location.href

  it('comes after one that rang a number', async () => {
    location.href = 'tel:600000001'
    await expect.poll(() => location.href).toBe('tel:600000001')
  })

  it('finds the page at its address again', () => {
    expect(location.href).toBe(start)
  })
})
