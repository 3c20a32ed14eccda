import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import { newHome } from './process.ts'

/** A folder for one installation that already has the demo: copying it takes a fraction of the time of filling it. */
export const newDemoHome = () => {
  const made = newHome()
  cpSync(inject('paradaFilledHome'), made.home, { recursive: true })
  return made
}
