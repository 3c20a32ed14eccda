import { chmodSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { newHome, stopWhen } from '../apps/server/src/testing/process.ts'

const home = () => process.env.E2E_HOME ?? ''
const folder = () => join(home(), 'filled')

/**
 * Fills an installation with the demo that nobody uses. All others are copies of it, which takes a fraction of the
 * time.
 */
export const fillOnce = async () => {
  if (existsSync(folder())) return
  const filling = `${folder()}-${process.pid}`
  mkdirSync(filling)
  // When tests run as root, PostgreSQL runs as another user, who needs access to the data in here.
  for (const on of [home(), filling]) chmodSync(on, 0o711)
  const { code, err } = await stopWhen('Stop: ', { PARADA_HOME: filling, PARADA_DEMO_HISTORY: '2000' })
  if (code !== 0) throw new Error(`The demo could not be filled: ${err}`)
  renameSync(filling, folder())
}

export const copyFilledTo = (target: string) => cpSync(folder(), target, { recursive: true })

/** A folder for a journey's own installation, filled with the demo. */
export const newFilledHome = () => {
  const made = newHome()
  copyFilledTo(made.home)
  return made
}
