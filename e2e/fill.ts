import { fillOnce } from './filled.ts'

// npm test does this while other tests run.
await fillOnce()
