// Global setup of tests that start the built server, run by themselves or within npm test.
import { ensureServerBuilt } from './setup.mjs'

export const setup = () => ensureServerBuilt()
