import { become, ensureBuilt, ensureInstalled, ensureWritable } from './setup.mjs'

ensureWritable()
ensureInstalled()
ensureBuilt()
become('node', ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', ...process.argv.slice(2)])
