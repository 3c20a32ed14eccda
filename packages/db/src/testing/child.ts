// A separate process for the lifecycle tests: opens an installation until it is told to stop, or only migrates a
// database.
import { migrate } from '../installation/migrate.ts'
import { openDatabase } from '../open.ts'
import { StartProblem } from '../problems.ts'

const [action, target] = process.argv.slice(2) as [string, string]

const say = (message: object) => console.log(JSON.stringify(message))

try {
  if (action === 'migrate') await migrate(target)
  else {
    const database = await openDatabase({ home: target, log: () => {} })
    process.once('SIGTERM', () => database.close().then(() => process.exit(0)))
    // Keeps the process alive, which the pool alone does not.
    setInterval(() => {}, 60_000)
    say({ ownerUrl: database.ownerUrl })
  }
} catch (error) {
  say({ problem: error instanceof StartProblem ? error.name : 'Fault', message: (error as Error).message })
  process.exitCode = 1
}
