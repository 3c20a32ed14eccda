// npm run test:fuzz: sends nonsense to a started server, in all of its API calls and on its sockets. No response may be
// a 5xx, and its memory may not grow.
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
run('vitest', ['run', '--config', 'vitest.fuzz.config.ts'])
