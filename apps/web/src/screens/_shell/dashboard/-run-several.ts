import { toFailure } from '../../../kit/client.ts'

export type Outcome<Answer> = { isDone: true; answer: Answer } | { isDone: false; reason: string }

const atOnce = 4

/** Runs the same action on several items, a few at a time; a failure stops no other item. */
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
