// Runs both sides in watch mode: the server restarts itself, and Vite serves the browser on a port of its own.
import { spawn } from 'node:child_process'
import { ensureInstalled, ensureWritable, environment, root } from './setup.mjs'

ensureWritable()
ensureInstalled()
const started = [
  spawn('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  }),
  spawn('vite', [], { cwd: `${root}/apps/web`, stdio: 'inherit', env: environment }),
]
const stop = () => {
  for (const child of started) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of started) child.on('exit', stop)
