import { fillOnce } from './filled.ts'

// npm test runs this while other tests run.
await fillOnce()
