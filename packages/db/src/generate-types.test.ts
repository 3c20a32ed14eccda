import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { generateTypes, schemaFile } from './generate-types.ts'
import { cloneDatabase } from './testing/cluster.ts'

it('schema.gen.ts matches the migrated database', async () => {
  const database = await cloneDatabase(inject('paradaOwnerUrl'))
  expect(readFileSync(schemaFile, 'utf8')).toBe(await generateTypes(database.pool))
  await database.drop()
})
