import { saveTaxiFeatures } from '@parada/db/queries/admin-fleets'
import { z } from 'zod'
import { command, tenantNamed } from './command.ts'
import { readEntries, readImport, repeated } from './entries.ts'
import { refuseAll } from './refused.ts'

const Feature = z.strictObject({ id: z.int().min(1).max(2_000_000_000), name: z.string().trim().min(1).max(200) })

export const importTaxiFeatures = command('taxi-features import', {
  usage: '<subdomain> <file.json>',
  about: 'adds or renames the taxi features of the file, all or none',
  read: (args, readJson) => {
    const { subdomain, file } = readImport(args)
    const features = readEntries(readJson(file), Feature)
    refuseAll(repeated(features, 'id'))
    return { subdomain, features }
  },
  run: async (database, { subdomain, features }) => {
    const tenantId = await tenantNamed(database, subdomain)
    await database.inTenant(tenantId, (tx) => saveTaxiFeatures(tx, tenantId, features))
    return `Taxi features of ${subdomain}: ${features.length} saved`
  },
})
