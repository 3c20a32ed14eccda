import type { Tx } from '@parada/db/open'
import { personalDataOf } from '@parada/db/queries/user-privacy'
import type { UserRecord } from '@parada/domain/user/fields'
import { ZipFile } from 'yazl'

const asJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

const zipOf = async (files: Readonly<Record<string, Buffer>>) => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Everything kept about one user as a zip: a file of JSON for each table that has any of it. */
export const personalDataFile = async (tx: Tx, tenantId: number, user: UserRecord) => {
  const kept = await personalDataOf(tx, tenantId, user.id)
  const files = Object.fromEntries(
    Object.entries({ user, ...kept }).map(([name, value]) => [`${name}.json`, asJson(value)]),
  )
  return { name: `user-${user.id}.zip`, type: 'application/zip', content: await zipOf(files) }
}
