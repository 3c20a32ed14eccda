// npm run test:files: opens exported files with LibreOffice, which is too heavy for npm test.
import { ensurePrograms } from './programs.mjs'
import { ensureInstalled, ensureWritable, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
ensurePrograms('LibreOffice', ['soffice'], ['libreoffice-calc-nogui'])
run('vitest', ['run', '--config', 'vitest.files.config.ts'])
