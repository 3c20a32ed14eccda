import { expect, it } from 'vitest'
import { builtBytes, builtPages, limits, type PageName } from './page-sizes.ts'

it.each(Object.keys(limits) as PageName[])('keeps the JavaScript of the %s page within its limits', (name) => {
  const files = builtPages()[name]
  const kB = files.reduce((sum, file) => sum + builtBytes(file), 0) / 1_000
  expect(kB).toBeGreaterThan(100)
  expect(kB).toBeLessThanOrEqual(limits[name].kB)
  expect(files.length).toBeLessThanOrEqual(limits[name].files)
})
