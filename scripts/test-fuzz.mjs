// npm run test:fuzz: nonsense for a started server, in all of its calls and on its sockets. No answer may be a 5xx, and its
// memory may not grow.
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
run('vitest', ['run', '--config', 'vitest.fuzz.config.ts'])
