import type { Subdomain } from '@parada/db/seed/demo-users'
import { seedDemo } from '@parada/db/seed/seed'
import { demoTenants } from '@parada/db/seed/tenants'
import { cloneDatabase, testCluster } from '@parada/db/testing/cluster'
import { keysOf } from '@parada/domain/objects'
import { hashPassword, wireHash } from '../../apps/server/src/passwords.ts'
import { bareClients } from './bare-client.ts'
import { keptConnection } from './http-client.ts'
import { everything, newHome, startProduct } from './product.ts'
import { fillValidations } from './validations.ts'

export const tenantId = (subdomain: Subdomain) => demoTenants.find((one) => one.subdomain === subdomain)?.id ?? 0

/** The product on a copy of the demo's database, filled with the rows to read. */
export const demoServer = async (fill: (ownerUrl: string) => Promise<void>, program?: string[]) => {
  const cluster = await testCluster(({ ownerUrl }) =>
    seedDemo(ownerUrl, { hashPassword: (plain) => hashPassword(wireHash(plain)) }),
  )
  const database = await cloneDatabase(cluster.ownerUrl)
  await fill(database.ownerUrl)

  const { home, dispose } = newHome()
  const product = await startProduct(home, { DATABASE_URL: database.ownerUrl }, program)
  const { ask, close } = await keptConnection(product.port)
  const bare = bareClients(database.appUrl)

  const signIn = async (subdomain: Subdomain) => {
    const { authorization } = everything(subdomain)
    const answer = await ask(`/api/authenticate/${subdomain}/`, { authorization }, 'POST')
    const { response }: { response: { token: string } } = JSON.parse(answer.toString())
    return response.token
  }
  const stop = async () => {
    close()
    await bare.end()
    await product.stop()
    await database.drop()
    await cluster.stop()
    await dispose()
  }
  const { pid, port } = product
  return { ask, openBare: bare.open, ownerUrl: database.ownerUrl, pid, port, signIn, stop }
}

/** The product on a database with this many number validations for each tenant. */
export const listServer = (rows: Partial<Record<Subdomain, number>>) =>
  demoServer(async (ownerUrl) => {
    for (const subdomain of keysOf(rows)) await fillValidations(ownerUrl, tenantId(subdomain), rows[subdomain] ?? 0)
  })
