// Runs on any Node from 18 on, as whatever `npm start` needs does.
import { readFileSync } from 'node:fs'

const everyMs = 1_000

/** A process as Linux tells of it; undefined where there is none, or no /proc. */
const processOf = (pid) => {
  try {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { pid, parent: Number(parent), words: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }
  } catch {
    return undefined
  }
}

/** npm, or a shell with a command that leaves nothing in the background. */
export const isWaiting = ([program = '', option, command = '']) => {
  if (/(^|\/)npm( |$)/.test(program) || /\/npm(-cli\.js)?$/.test(option ?? '')) return true
  return /(^|\/)(da|ba|a)?sh$/.test(program) && option === '-c' && !/(^|[^&>])&($|[^&>])/.test(command)
}

/** Those above this process that only wait for it to end, the nearest first, each with the one right below it. */
const startersAbove = (below) => {
  const above = below && processOf(below.parent)
  return above && isWaiting(above.words) ? [{ pid: above.pid, below: below.pid }, ...startersAbove(above)] : []
}

/**
 * A shell that is told to end does so at once and tells nobody below it. One that only waited would not be gone
 * otherwise, so its end is taken for the same wish.
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
