import { become, ensureInstalled, ensureWritable } from './setup.mjs'

ensureWritable()
ensureInstalled()
become('node', process.argv.slice(2))
