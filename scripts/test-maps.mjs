// npm run test:maps: makes a map with a real tilemaker, which npm test does without.
import { ensurePrograms } from './programs.mjs'
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
ensurePrograms('tilemaker', ['tilemaker', 'osmium'], ['tilemaker', 'osmium-tool'])
run('vitest', ['run', '--config', 'vitest.maps.config.ts'])
