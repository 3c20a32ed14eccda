import { loadShipped } from '@parada/db/open'
import { seedDemo } from '@parada/db/seed/seed'
import { testCluster } from '@parada/db/testing/cluster'
import type { TestProject } from 'vitest/node'
import { hashPassword, wireHash } from '../passwords.ts'
import { newHome } from './process.ts'

let stop: () => Promise<void>

/** One PostgreSQL for all server tests; each file clones the seeded database or the whole installation for itself. */
export const setup = async (project: TestProject) => {
  const cluster = await testCluster(async ({ ownerUrl }) => {
    await loadShipped(ownerUrl)
    await seedDemo(ownerUrl, { hashPassword: (plain) => hashPassword(wireHash(plain)) })
  })
  const filled = newHome()
  stop = async () => {
    await cluster.stop()
    await filled.dispose()
  }
  await cluster.copyTo(filled.home)
  project.provide('paradaOwnerUrl', cluster.ownerUrl)
  project.provide('paradaFilledHome', filled.home)
}

export const teardown = () => stop()
