import { type Facts, type Register, RegisterRefusal, type Registration } from './port.ts'

type Said = { step: 'register' | 'start' | 'cancel'; id: string; facts?: Facts }
/** What the register does with the next message: refuses it, is unreachable, or takes it and loses its own answer. */
type Mood = { refuses: string } | 'away' | 'answerLost'

/**
 * A test register that records its messages. `moods` are its next reactions in order; after them it accepts everything.
 */
export const recordedRegister = () => {
  const said: Said[] = []
  const moods: Mood[] = []
  const held = new Map<string, Registration & { reference: string }>()

  const take = async (message: Said, write: () => void) => {
    const mood = moods.shift()
    if (mood === 'away') throw new Error('The register does not answer')
    if (typeof mood === 'object') throw new RegisterRefusal(mood.refuses)
    said.push(message)
    write()
    if (mood === 'answerLost') throw new Error('The connection was lost')
  }
  const mark = (step: 'start' | 'cancel', idservicio: string, change: Partial<Registration>) =>
    take({ step, id: idservicio }, () => {
      const sheet = held.get(idservicio)
      if (!sheet) throw new RegisterRefusal('Unknown sheet')
      held.set(idservicio, { ...sheet, ...change })
    })

  const register: Register = {
    find: async (reference) => [...held.values()].find((sheet) => sheet.reference === reference),
    register: async (reference, facts) => {
      const idservicio = String(1_000 + held.size)
      await take({ step: 'register', id: reference, facts }, () =>
        held.set(idservicio, { reference, idservicio, isStarted: false, isCancelled: false }),
      )
      return { idservicio }
    },
    start: (id) => mark('start', id, { isStarted: true }),
    cancel: (id) => mark('cancel', id, { isCancelled: true }),
  }
  return { register, said, moods }
}
