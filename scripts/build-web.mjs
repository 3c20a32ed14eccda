// Global setup of tests that read the built web application, run by themselves or within npm test.
import { ensureWebBuilt } from './setup.mjs'

export const setup = () => ensureWebBuilt()
