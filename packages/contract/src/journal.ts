import { z } from 'zod'

/** One change of a record: who, when, before and after. */
export const JournalLine = z.object({
  id: z.int(),
  version: z.int(),
  at: z.int(),
  action: z.string(),
  who: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type JournalLine = z.output<typeof JournalLine>
