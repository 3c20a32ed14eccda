// Runs on Node 18 or later: it may be the first thing that a fresh clone runs, before the pinned Node is there.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const stamp = join(root, 'node_modules', '.parada-installed')

/** The pinned Node comes first in the path, and starts share a compile cache. */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
}

const fail = (line) => {
  console.error(line)
  process.exit(1)
}

/** Runs a program to its end, and exits if it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment, ...options })
  if (error) fail(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs a program in place of this one, passing on signals and the exit code. */
export const become = (command, args, options = {}) => {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment, ...options })
  // A terminal sends Ctrl C to the whole group, so the child may receive it twice; it treats that as one request.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Installs the packages of the lock file, unless it has done so already. */
export const ensureInstalled = () => {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) fail('The packages could not be installed: npm ci says why above.')
  writeFileSync(stamp, wanted)
}

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', '.tanstack'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/** Builds a part of the product if any of its sources has changed. */
const ensurePart = ({ what, folder, sources, isSource, build }) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = sources.flatMap((source) => filesBelow(join(root, source))).filter(isSource)
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  const wanted = hash.digest('hex')
  const kept = join(root, folder, 'dist/.built-from')
  if (existsSync(kept) && readFileSync(kept, 'utf8') === wanted) return
  console.log(`Building the ${what}…`)
  const [command, ...args] = build
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: join(root, folder),
    // Set here, because a test runner would have it built for tests.
    env: { ...environment, NODE_ENV: 'production', PARADA_BUILD: wanted.slice(0, 12) },
    encoding: 'utf8',
  })
  if (status !== 0) fail(`The ${what} could not be built:\n${stdout}${stderr}`)
  writeFileSync(kept, wanted)
}

export const ensureWebBuilt = () =>
  ensurePart({
    what: 'web application',
    folder: 'apps/web',
    sources: ['apps/web', 'packages/domain', 'packages/contract'],
    isSource: (name) => !/\.(test|gen)\.tsx?$/.test(name),
    build: ['vite', 'build', '--logLevel', 'warn'],
  })

export const ensureServerBuilt = () =>
  ensurePart({
    what: 'server',
    folder: 'apps/server',
    sources: ['apps/server', 'packages'],
    isSource: (name) => /\.(ts|json)$/.test(name) && !/\.test\.ts$/.test(name),
    build: ['rolldown', '--config', 'rolldown.config.ts', '--log-level', 'warn'],
  })

export const ensureBuilt = () => {
  ensureServerBuilt()
  ensureWebBuilt()
}

/** Fails with one clear line if the checkout is not writable. */
export const ensureWritable = (folder = join(root, 'node_modules')) => {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '.parada-writable'), '')
  } catch {
    fail(
      `Parada cannot write to ${statSync(folder, { throwIfNoEntry: false }) ? folder : dirname(folder)}: change its owner or its rights.`,
    )
  }
}
