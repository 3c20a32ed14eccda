import { BlockList, isIP } from 'node:net'
import { isFilled } from '@parada/db/installation/filled'
import type { Database } from '@parada/db/open'
import { StartProblem } from '@parada/db/problems'
import { demoUsersOf } from '@parada/db/queries/demo-users'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach the address; any name other than localhost may lead elsewhere. */
export const isLoopback = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

/** Whether other machines can sign in as demo users. Refused without --demo, because the passwords are public. */
export const exposesDemo = async (
  database: Database,
  { host, isAskedFor, wantsDemo }: { host: string; isAskedFor: boolean; wantsDemo: boolean },
) => {
  if (isLoopback(host)) return false
  const hasDemo = (await isFilled(database)) ? (await demoUsersOf(database)) !== undefined : wantsDemo
  if (hasDemo && !isAskedFor)
    throw new StartProblem(
      `HOST=${host} lets other machines sign in as demo users, whose passwords are public. Leave HOST out, start a real installation with --empty and a PARADA_HOME of its own, or add --demo if you mean it`,
    )
  return hasDemo
}

export const exposureWarning = (host: string) => {
  const line = '!'.repeat(72)
  return [
    line,
    `  WARNING: this demo listens on ${host || 'every address'}. Anybody who reaches this machine`,
    '  can sign in as any demo user, administrators included. Never keep real',
    '  data here. For real work: npm start -- --empty',
    line,
    '',
  ].join('\n')
}
