import { spawn } from 'node:child_process'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt, ensureWritable, environment, root } from './setup.mjs'
import { whenStarterIsGone } from './starters.mjs'

const pauses = { first: 100, longest: 5_000 }
/** A server that ran for at least this long is restarted after the shortest pause. */
const steadyAfter = 5_000

ensureWritable()
ensureInstalled()
ensureServerBuilt()
if (!process.env.WEB_FOLDER) ensureWebBuilt()

/**
 * Starts the server, and restarts it whenever it ends by itself after having served: killed, crashed or out of memory.
 */
const keepServing = (options) => {
  let child
  let isStopping = false
  let hasServed = false

  const start = (given, pause) => {
    const begun = Date.now()
    child = spawn('node', ['--disable-warning=ExperimentalWarning', 'apps/server/dist/main.js', ...given], {
      cwd: root,
      env: environment,
      // Through the channel each process notices the end of the other, even if it was killed.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', ({ parada }) => {
      if (parada === 'serving') hasServed = true
      if (parada === 'stopping') isStopping = true
    })
    child.on('exit', (code, signal) => {
      if (isStopping || !hasServed || code === 0) process.exit(signal ? 1 : (code ?? 1))
      const wait = Date.now() - begun > steadyAfter ? pauses.first : pause
      console.error(`The server ended by itself (${signal ?? `code ${code}`}) and is started again.`)
      // A restart must not reset the installation again.
      const again = options.filter((option) => option !== '--reset')
      setTimeout(() => start(again, Math.min(wait * 2, pauses.longest)), wait)
    })
  }
  const stop = (signal) => {
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
    child.kill(signal)
  }
  // A terminal sends Ctrl C to the whole group, so the server may receive it twice; it treats that as one request.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  whenStarterIsGone(() => stop('SIGTERM'))
  start(options, pauses.first)
}

keepServing(process.argv.slice(2))
