import { SecretsLocked, StartProblem } from '@parada/db/problems'
import { messageOf } from '@parada/domain/errors'
import { runAdmin } from './admin/commands.ts'
import { readJsonFrom } from './admin/files.ts'
import { openInstallation } from './admin/open-installation.ts'
import { Refused } from './admin/refused.ts'
import { readConfig } from './config.ts'

const { argv, env } = process

try {
  const readJson = readJsonFrom(env.INIT_CWD ?? process.cwd())
  console.log(await runAdmin(argv.slice(2), readJson, () => openInstallation(readConfig(env))))
} catch (error) {
  const isExpected = [Refused, StartProblem, SecretsLocked].some((kind) => error instanceof kind)
  console.error(isExpected ? messageOf(error) : `The command failed: ${messageOf(error)}`)
  process.exitCode = 1
}
