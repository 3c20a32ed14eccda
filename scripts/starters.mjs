// Runs on Node 18 or later, like everything that `npm start` needs.
import { readFileSync } from 'node:fs'

const everyMs = 1_000

/** A process as /proc shows it; undefined if there is none, or no /proc. */
const processOf = (pid) => {
  try {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { pid, parent: Number(parent), words: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }
  } catch {
    return undefined
  }
}

/** Whether this is npm, or a shell with a command that leaves nothing in the background. */
export const isWaiting = ([program = '', option, command = '']) => {
  if (/(^|\/)npm( |$)/.test(program) || /\/npm(-cli\.js)?$/.test(option ?? '')) return true
  return /(^|\/)(da|ba|a)?sh$/.test(program) && option === '-c' && !/(^|[^&>])&($|[^&>])/.test(command)
}

/** Ancestors of this process that only wait for it to end, the nearest first, each with its child. */
const startersAbove = (below) => {
  const above = below && processOf(below.parent)
  return above && isWaiting(above.words) ? [{ pid: above.pid, below: below.pid }, ...startersAbove(above)] : []
}

/**
 * A shell that is told to end does so at once without telling its children. One that only waits would not end
 * otherwise, so its end is taken as a request to stop.
 */
export const whenStarterIsGone = (stop) => {
  const starters = startersAbove(processOf(process.pid))
  if (starters.length === 0) return
  const timer = setInterval(() => {
    if (starters.every(({ pid, below }) => processOf(below)?.parent === pid)) return
    clearInterval(timer)
    stop()
  }, everyMs)
  timer.unref()
}
