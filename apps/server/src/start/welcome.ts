import { join, relative } from 'node:path'
import type { Database } from '@parada/db/open'
import { demoUsersOf, type OfferedUser } from '@parada/db/queries/demo-users'
import type { Config } from '../config.ts'

const near = (path: string) => relative(process.cwd(), path) || '.'

const demoLines = (users: OfferedUser[], config: Config) => {
  const width = Math.max(...users.map(({ label }) => label.length))
  const own = users.filter(({ subdomain }) => subdomain === config.defaultTenant)
  const others = [...new Set(users.map(({ subdomain }) => subdomain))].filter((name) => name !== config.defaultTenant)
  return [
    `  Sign in as (password ${users[0]?.password}, or one click on the sign-in page):`,
    ...own.map(({ label, identifier }) => `    ${label.padEnd(width)}  ${identifier}`),
    `  Other tenants: ${others.map((name) => `http://${name}.localhost:${config.port}`).join('  ')}`,
  ]
}

/** What the person who started Parada needs to know, and no more. */
export const welcome = async (config: Config, database: Database, isSimulated = false) => {
  const demoUsers = await demoUsersOf(database)
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return [
    '',
    `  Parada is running at http://${host}:${config.port}`,
    '',
    ...(demoUsers
      ? demoLines(demoUsers, config)
      : ['  No demo here. Create tenants, fleets and users with: npm run admin -- help']),
    '',
    ...(isSimulated ? ['  Simulated taxis drive and simulated people call; without them: npm start -- --quiet'] : []),
    ...(config.mail.smtpUrl ? [] : [`  Mail is written to ${near(join(config.home, 'mail'))} until SMTP_URL is set.`]),
    ...(config.log.to === 'file' ? [`  Log: ${near(join(config.home, 'server.log'))}`] : []),
    `  ${demoUsers ? `Calls: http://${host}:${config.port}/api/docs   ` : ''}Stop: Ctrl C`,
    '',
  ].join('\n')
}
