import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedFiles } from './municipalities.ts'

it('the provinces and municipalities match the atlas', () => {
  for (const [file, source] of Object.entries(generatedFiles())) expect(readFileSync(file, 'utf8')).toBe(source)
})
