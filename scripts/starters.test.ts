import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const { isWaiting }: { isWaiting: (words: string[]) => boolean } = createRequire(import.meta.url)('./starters.mjs')

it.each([
  ['npm under its own title', ['npm start'], true],
  ['npm as a program of Node', ['node', '/usr/bin/npm', 'start'], true],
  ['a shell with one command', ['sh', '-c', 'npm start'], true],
  ['a shell with several commands', ['/bin/dash', '-c', 'cd /srv/parada && npm start -- --empty 2>&1'], true],
  ['a shell that starts it in the background', ['bash', '-c', 'nohup npm start & sleep 5'], false],
  ['a shell that ends with it in the background', ['sh', '-c', 'npm start >log 2>&1 &'], false],
  ['an interactive shell', ['-bash'], false],
  ['a shell that runs a script', ['sh', 'start.sh'], false],
  ['any other program', ['/usr/bin/sshd', '-D'], false],
  ['nothing', [''], false],
])('%s waits for the server: %s', (_, words, waits) => expect(isWaiting(words)).toBe(waits))
