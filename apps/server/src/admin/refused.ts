import type { z } from 'zod'

/** A refusal that a person can act on; its message is printed without a stack. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The command was written wrongly, so its usage is printed too. */
export class WrongUse extends Refused {
  override name = 'WrongUse'
}

/** All problems of a value, each after the name of its field. */
export const faultsIn = (error: z.ZodError): string[] =>
  error.issues.flatMap((issue) => {
    const at = (path: PropertyKey[], text: string) => (path.length ? `${path.join('.')}: ${text}` : text)
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => at([...issue.path, key], 'Unknown field'))
    return at(issue.path, issue.message)
  })

export const refuseAll = (faults: string[]) => {
  if (faults.length > 0) throw new Refused(faults.join('\n'))
}
