// Vitest reporter that records the errors no test caught. They fail a run in which every test passed, and its other
// reports do not name them.
import { writeFileSync } from 'node:fs'

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    writeFileSync(process.env.PARADA_UNHANDLED_ERRORS, JSON.stringify([...new Set(texts)]))
  }
}
