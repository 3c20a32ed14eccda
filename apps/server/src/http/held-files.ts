import { refuse } from './problem.ts'

type Whose = { tenantId: number; idUser: number }

/**
 * Lets so many files be received or wait at a time, of everybody and of one user: each is held in memory. Whoever comes
 * beyond that is asked to come back before anything is received.
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
