import { toFailure } from '../../../kit/client.ts'

export type Outcome<Answer> = { isDone: true; answer: Answer } | { isDone: false; reason: string }

const atOnce = 4

/** Does the same to each of several, a few at a time; one that fails stops no other. */
export const runSeveral = async <Item, Answer>(
  items: readonly Item[],
  act: (item: Item) => Promise<Answer>,
  onOutcome: (item: Item, outcome: Outcome<Answer>) => void,
) => {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        onOutcome(item, { isDone: true, answer: await act(item) })
      } catch (problem) {
        onOutcome(item, { isDone: false, reason: toFailure(problem).message })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
