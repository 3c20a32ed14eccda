import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const find = () => places.find((path) => path && existsSync(path))

/** A browser for the journeys: the machine's own, or Debian's, installed when it is missing. Nothing else is downloaded. */
export const ensureChromium = () => {
  const found = find()
  if (found) return found
  console.log('Installing Chromium from the Debian packages…')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', 'chromium'],
  ]) {
    const [program, ...args] = [...asRoot, ...command]
    const { status } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) {
      console.error(`No Chromium: ${command.join(' ')} failed. Install it, or name one in CHROMIUM.`)
      process.exit(1)
    }
  }
  return find() ?? '/usr/bin/chromium'
}
