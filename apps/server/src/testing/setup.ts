import { loadShipped } from '@parada/db/open'
import { seedDemo } from '@parada/db/seed/seed'
import { testCluster } from '@parada/db/testing/cluster'
import type { TestProject } from 'vitest/node'
import { hashPassword, wireHash } from '../passwords.ts'

let stop: () => Promise<void>

/** One PostgreSQL for all server tests; each file clones the seeded template for itself. */
export const setup = async (project: TestProject) => {
  const cluster = await testCluster(async ({ ownerUrl }) => {
    await loadShipped(ownerUrl)
    await seedDemo(ownerUrl, { hashPassword: (plain) => hashPassword(wireHash(plain)) })
  })
  stop = cluster.stop
  project.provide('paradaOwnerUrl', cluster.ownerUrl)
}

export const teardown = () => stop()
