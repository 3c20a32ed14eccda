import { expect, it } from 'vitest'
import { runSeveral } from './-run-several.ts'

it('runs at most four at a time, and continues after a failure', async () => {
  let underWay = 0
  let most = 0
  const outcomes = new Map<number, unknown>()
  const items = Array.from({ length: 20 }, (_, at) => at)
  await runSeveral(
    items,
    async (item) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve))
      underWay--
      if (item === 7) throw new Error('Not locked status')
      return item * 2
    },
    (item, outcome) => outcomes.set(item, outcome),
  )
  expect(most).toBe(4)
  expect(outcomes.get(7)).toEqual({ isDone: false, reason: 'Not locked status' })
  expect([...outcomes].filter(([item]) => item !== 7)).toHaveLength(19)
  expect(outcomes.get(19)).toEqual({ isDone: true, answer: 38 })
})
