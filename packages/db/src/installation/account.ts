import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartProblem } from '../problems.ts'

/** The user that PostgreSQL runs as; undefined means the user of this process. */
export type Account = { uid: number; gid: number } | undefined

const userNamed = (name: string): Account => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** PostgreSQL refuses to run as root, so under root it runs as the owner of the data, else as postgres or nobody. */
export const accountFor = (dataFolder: string): Account => {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = userNamed('postgres') ?? userNamed('nobody')
  if (!account) throw new StartProblem('As root Parada needs a user named postgres or nobody to run its database')
  return account
}

export type Run = { code: number; output: string }

/** Runs a program as the account. It starts in the root folder, because the account may not have access to ours. */
export const runAs = (account: Account, program: string, parameters: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const options = { ...account, cwd: process.platform === 'win32' ? undefined : '/', env: postgresEnvironment() }
    execFile(program, parameters, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
    })
  })

/** Keeps an operator's PGDATA or PGPORT out of our own PostgreSQL; macOS needs some locale to be set. */
export const postgresEnvironment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))),
  LC_ALL: 'C',
})

/** Asks the operating system as the account, so that permissions and access lists of every parent folder count. */
export const mayEnter = async (account: Account, ...paths: string[]) =>
  account === undefined ||
  (await runAs(account, '/bin/sh', ['-c', 'for p; do test -x "$p" || exit 1; done', 'sh', ...paths])).code === 0
