type LogEntry = { message: string; at: number; cause?: unknown }

const kept: LogEntry[] = []
const mostKept = 200

/** The latest failures, whether shown to the user or not, newest last. */
export const logged = (): readonly LogEntry[] => kept

/**
 * The application's only logger (document 3, section 9): writes to the console and keeps a short history for
 * troubleshooting.
 */
export const log = (message: string, cause?: unknown) => {
  kept.push({ message, at: Date.now(), cause })
  if (kept.length > mostKept) kept.shift()
  console.error(message, ...(cause === undefined ? [] : [cause]))
}
