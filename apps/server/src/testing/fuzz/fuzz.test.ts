import { it } from 'vitest'
import { expectUnharmed, fuzzServer } from './fuzz-server.ts'

it('a server survives nonsense in every API call and on its sockets (npm run test:fuzz runs more of it)', async () => {
  expectUnharmed(await fuzzServer({ frames: 2_000, runsPerCall: 1, seed: 20_261_116 }))
}, 180_000)
