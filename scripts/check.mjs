import { spawn } from 'node:child_process'
import { ensureInstalled, ensureWritable, environment, root, run } from './setup.mjs'

ensureWritable()
ensureInstalled()
run('biome', ['check', '--error-on-warnings', ...process.argv.slice(2)])

/**
 * Two programs in parallel, each with one thread: threads of one program infer the same types again, which costs twice
 * the time in all. Code that runs on both sides is checked without the types of either.
 */
const lanes = [
  ['tsconfig.node.json', 'packages/domain'],
  // Benches that need the peers are checked where those are installed.
  ['apps/web', 'e2e', 'bench/tsconfig.check.json', 'packages/contract'],
]

const checkTypes = (project) =>
  new Promise((resolve) =>
    spawn('tsc', ['-p', project, '--singleThreaded'], { cwd: root, stdio: 'inherit', env: environment })
      .once('error', () => resolve(false))
      .once('close', (code) => resolve(code === 0)),
  )

const results = lanes.map(async (projects) => {
  for (const project of projects) if (!(await checkTypes(project))) return false
  return true
})
process.exit((await Promise.all(results)).every(Boolean) ? 0 : 1)
