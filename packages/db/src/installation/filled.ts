import type { Database } from '../open.ts'
import { installationValue } from '../queries/tenants.ts'
import { connectOwner } from './migrate.ts'

/** Whether the installation has been filled with the demo or marked as one without it. */
export const isFilled = async ({ db }: Database) =>
  (await installationValue(db, 'demo')) !== undefined || (await installationValue(db, 'empty')) !== undefined

/** Marks an installation that goes live without the demo, so that no later start fills it with the demo. */
export const markEmpty = async (ownerUrl: string) => {
  const owner = await connectOwner(ownerUrl)
  try {
    await owner.query(`insert into installation values ('empty', 'true') on conflict do nothing`)
  } finally {
    await owner.end()
  }
}
