import { ensureInstalled, ensureWritable, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
run('biome', ['check', '--error-on-warnings', ...process.argv.slice(2)])
for (const project of [
  'packages/domain',
  'packages/contract',
  'packages/db',
  'packages/roads',
  'apps/server',
  'apps/simulator',
  'apps/web',
  // What needs the peers is checked where they are installed.
  'bench/tsconfig.check.json',
  'e2e',
  'tsconfig.tests.json',
])
  run('tsc', ['-p', project])
