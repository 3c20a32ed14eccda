// npm run test:files: opens exported files with LibreOffice, which is too heavy for npm test.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

const isThere = () => spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

const ensureLibreOffice = () => {
  if (isThere()) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error) {
    console.error('LibreOffice is missing. Install it, e.g. with: sudo apt-get install libreoffice-calc-nogui')
    process.exit(1)
  }
  console.log('Installing LibreOffice…')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  run('apt-get', ['update', '-qq'], options)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libreoffice-calc-nogui'], options)
}

ensureWritable()
ensureInstalled()
ensureLibreOffice()
run('vitest', ['run', '--config', 'vitest.files.config.ts'])
