import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Where Debian installs it; the tests start a node of their own from there. */
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const policy = '/usr/sbin/policy-rc.d'

const isRoot = process.getuid?.() === 0

const asRoot = (command, input) => {
  const [name, ...args] = [...(isRoot ? [] : ['sudo', '-n']), ...command]
  const { status } = spawnSync(name, args, {
    input,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

/** Packages start their service on its usual ports when they are installed, unless this policy file forbids it. */
const holdingServices = (work) => {
  if (existsSync(policy)) return work()
  const text = '#!/bin/sh\nexit 101\n'
  if (isRoot) writeFileSync(policy, text, { mode: 0o755 })
  else if (!asRoot(['tee', policy], text) || !asRoot(['chmod', '755', policy])) return false
  try {
    return work()
  } finally {
    if (isRoot) rmSync(policy, { force: true })
    else asRoot(['rm', '-f', policy])
  }
}

/** RabbitMQ for the tests of live events: the machine's own, or Debian's, which is installed if missing. */
export const ensureRabbitMQ = () => {
  if (existsSync(program)) return
  console.log('Installing RabbitMQ from the Debian packages…')
  const isInstalled =
    asRoot(['apt-get', 'update', '-qq']) &&
    holdingServices(() => asRoot(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'rabbitmq-server'])) &&
    existsSync(program)
  if (isInstalled) return
  console.error(
    'No RabbitMQ: Debian’s package rabbitmq-server could not be installed. Install it and run npm test again.',
  )
  process.exit(1)
}
