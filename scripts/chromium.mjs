import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without windows: pages open in a quarter of the time, because no tab strip is drawn. */
const shell = '/usr/bin/chromium-headless-shell'
const places = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const install = (name) => {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`Installing ${name} from the Debian packages…`)
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', name],
  ]) {
    const [program, ...args] = [...asRoot, ...command]
    const { status } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) console.error(`${command.join(' ')} failed.`)
  }
}

/**
 * Finds a browser, or installs Debian's if there is none. Nothing else is downloaded. A whole browser draws as people
 * see it, which figures and pictures need.
 */
export const ensureChromium = ({ isWhole = false } = {}) => {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const find = () => places.find((path) => existsSync(path) && !(isWhole && path === shell))
  // Older releases of Debian have no package for the headless shell.
  for (const name of isWhole ? ['chromium'] : ['chromium-headless-shell', 'chromium']) if (!find()) install(name)
  const found = find()
  if (found) return found
  console.error('No Chromium. Install it, or name one in CHROMIUM.')
  process.exit(1)
}
