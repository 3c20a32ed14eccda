// npm run test:osrm: requests routes over the shipped streets from a real OSRM; npm test uses a stand-in.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

if (spawnSync('osrm-routed', ['--version'], { stdio: 'ignore' }).status !== 0) {
  console.error('OSRM is missing: osrm-extract, osrm-contract and osrm-routed have to be on the PATH.')
  console.error(
    "Debian has them as osrm-backend (osrm-tools in older releases); OSRM_PROFILE names car.lua if it isn't",
  )
  console.error('/usr/share/osrm/profiles/car.lua.')
  process.exit(1)
}
ensureWritable()
ensureInstalled()
run('vitest', ['run', '--config', 'vitest.osrm.config.ts'])
