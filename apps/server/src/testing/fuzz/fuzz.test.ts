import { it } from 'vitest'
import { expectUnharmed, fuzzServer } from './fuzz-server.ts'

it('a server meets nonsense in every call and on its sockets, and is none the worse (npm run test:fuzz: more of it)', async () => {
  expectUnharmed(await fuzzServer({ frames: 2_000, runsPerCall: 1, seed: 20_261_116 }))
}, 180_000)
