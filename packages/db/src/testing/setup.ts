import type { TestProject } from 'vitest/node'
import { testCluster } from './cluster.ts'

let stop: () => Promise<void>

export const setup = async (project: TestProject) => {
  const cluster = await testCluster()
  stop = cluster.stop
  project.provide('paradaOwnerUrl', cluster.ownerUrl)
}

export const teardown = () => stop()
