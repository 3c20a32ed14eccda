import { become, ensureInstalled, ensureServerBuilt, ensureWritable } from './setup.mjs'

ensureWritable()
ensureInstalled()
if (process.argv[2]?.startsWith('apps/server/dist/')) ensureServerBuilt()
become('node', process.argv.slice(2))
