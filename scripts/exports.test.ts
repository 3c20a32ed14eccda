import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', '{e2e,bench,scripts}/**/*.{ts,tsx,mjs}'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Each name with the number of files that contain it. */
const uses = new Map<string, number>()
for (const { text } of files)
  for (const name of new Set(text.match(/[\w$]+/g))) uses.set(name, (uses.get(name) ?? 0) + 1)

const declaration = /^export (?:async )?(?:const|let|function\*?|class|type|interface) ([\w$]+)/gm

it('every export is used by another file', () => {
  const unused = files
    // Generated files export what their tools give them.
    .filter(({ file }) => !/\.gen\.tsx?$/.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(declaration)].map(([, name = '']) => ({ file, name })))
    .filter(({ name }) => uses.get(name) === 1)
  expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
