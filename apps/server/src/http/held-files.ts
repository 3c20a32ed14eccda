import { refuse } from './problem.ts'

type Whose = { tenantId: number; idUser: number }

/**
 * Limits how many files are received or waiting at a time, in total and per user, because each is held in memory.
 * Requests beyond that are asked to retry later, before anything is received.
 */
export const fileHolder = ({ most, mostOfOne }: { most: number; mostOfOne: number }) => {
  const held: string[] = []
  return async <T>({ tenantId, idUser }: Whose, work: () => Promise<T>) => {
    const whose = `${tenantId}:${idUser}`
    const isFull = held.length >= most || held.filter((one) => one === whose).length >= mostOfOne
    if (isFull) throw refuse.busyWithFiles()
    held.push(whose)
    return work().finally(() => held.splice(held.indexOf(whose), 1))
  }
}
