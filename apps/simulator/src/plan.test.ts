import { describe, expect, it } from 'vitest'
import { mannerOf, planOf } from './plan.ts'

const order = (idBooking: number, attempt = 1) => ({ fleet: 'demo:29', idBooking, attempt })
const many = (faults: number) => Array.from({ length: 4_000 }, (_, id) => planOf(1, order(id), faults))
const share = (faults: number, holds: (plan: ReturnType<typeof planOf>) => boolean) =>
  many(faults).filter(holds).length / 4_000

describe('the plan of an order', () => {
  it('is the same in every run with the same seed', () => {
    expect(planOf(5, order(4711), 1)).toEqual(planOf(5, order(4711), 1))
    expect(planOf(6, order(4711), 1)).not.toEqual(planOf(5, order(4711), 1))
  })

  it('changes when the fleet is asked again', () =>
    expect(planOf(5, order(4711, 2), 1)).not.toEqual(planOf(5, order(4711, 1), 1)))

  it('refuses and stays silent about as often as its fleet does', () => {
    const { refuses, staysSilent } = mannerOf(1, 'demo:29')
    expect(share(1, ({ answer }) => answer === 'refuse')).toBeCloseTo(refuses, 1)
    expect(share(1, ({ answer }) => answer === 'silent')).toBeCloseTo(staysSilent, 1)
  })

  it.each([
    ['are late', (plan: ReturnType<typeof planOf>) => plan.jam > 0, 0.12],
    ['lose their signal', (plan: ReturnType<typeof planOf>) => plan.silence !== undefined, 0.07],
    ['end with a wrong price', (plan: ReturnType<typeof planOf>) => plan.price !== undefined, 0.12],
    ['wait for nobody', (plan: ReturnType<typeof planOf>) => plan.isNoShow, 0.025],
    ['break down', (plan: ReturnType<typeof planOf>) => plan.givesUpAt !== undefined, 0.012],
  ])('has faults at realistic rates: some %s, and none with faults turned off', (_, holds, expected) => {
    expect(share(1, holds)).toBeGreaterThan(expected * 0.6)
    expect(share(1, holds)).toBeLessThan(expected * 1.4)
    expect(share(0, holds)).toBe(0)
  })

  it('has the speed of town traffic and a position every few seconds', () => {
    for (const { kmh, positionEvery, answerAfter } of many(1)) {
      expect(kmh).toBeGreaterThanOrEqual(18)
      expect(kmh).toBeLessThanOrEqual(35)
      expect(positionEvery).toBeGreaterThanOrEqual(5)
      expect(positionEvery).toBeLessThanOrEqual(10)
      expect(answerAfter).toBeGreaterThan(0)
    }
  })

  it('always accepts without faults', () => expect(share(0, ({ answer }) => answer === 'accept')).toBe(1))
})
