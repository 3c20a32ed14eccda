export type LogEntry = { message: string; at: number; cause?: unknown }

const kept: LogEntry[] = []
const mostKept = 200

/** Every failure that a person was or was not shown, newest last. */
export const logged = (): readonly LogEntry[] => kept

/** The one logger of the application (document 3, section 9): the console, and a short memory for whoever looks into a fault. */
export const log = (message: string, cause?: unknown) => {
  kept.push({ message, at: Date.now(), cause })
  if (kept.length > mostKept) kept.shift()
  console.error(message, ...(cause === undefined ? [] : [cause]))
}
