// Installs the Debian programs that a test needs, if they are missing and may be installed.
import { spawnSync } from 'node:child_process'
import { run } from './setup.mjs'

/** A program counts as installed if it can be run with --version. */
export const ensurePrograms = (name, programs, packages) => {
  const isThere = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
  if (programs.every(isThere)) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error) {
    console.error(`${name} is missing. Install it, e.g. with: sudo apt-get install ${packages.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${name}…`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  run('apt-get', ['update', '-qq'], options)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}
