import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env.PARADA_API ?? 'http://localhost:4300'

/** Compresses files once at build time instead of for every visitor. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir: out = '' }) {
    const files = (await readdir(out, { recursive: true })).filter((name) => /\.(js|css|json|svg|mjs)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(join(out, name))
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
        await writeFile(join(out, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
        await writeFile(join(out, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }),
    )
  },
})

/** Names the build, so that open pages notice when a newer one is served (requirements, O1-30). */
const versioned = (): Plugin => {
  const version = process.env.PARADA_BUILD ?? Date.now().toString(36)
  return {
    name: 'versioned',
    config: () => ({ define: { __BUILD__: JSON.stringify(version) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) })
    },
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The node at which a chain such as z.object({…}).partial() begins. */
const beginningOf = (node: Node): Node => {
  const before = node.callee ?? node.object
  return isNode(before) ? beginningOf(before) : node
}

const schemasIn = (node: Node): Node[] => {
  if (node.type === 'CallExpression' && beginningOf(node).name === 'z') return [node]
  return Object.values(node).flat().filter(isNode).flatMap(schemasIn)
}

/**
 * Replaces every schema with `z`: any property or call of the zod stand-in gives the stand-in itself, so the rest is
 * dead weight.
 */
const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /packages\/contract\/src\// },
    handler(code) {
      const tree: unknown = this.parse(code)
      const schemas = isNode(tree) ? schemasIn(tree) : []
      return { code: schemas.reduceRight((text, { start, end }) => `${text.slice(0, start)}z${text.slice(end)}`, code) }
    },
  },
})

const libraryOfEveryPage =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-router|router-core|history|react-store|store))\//

/** The chunks of a first visit. Each contains what its modules import and no earlier chunk has. */
const chunks = [
  { name: 'base', test: libraryOfEveryPage },
  { name: 'start', test: /web\/src\/(main|screens\/pages\/signin)\.tsx/ },
  // Separate from the frame, so that the first API calls are sent before the frame has loaded.
  { name: 'start-up', test: /web\/src\/session\/start-up\.ts/ },
  {
    name: 'frame',
    test: /web\/src\/(route-tree\.gen|kit\/list\/(view\/list-view|declare\/one-of)|session\/use-may|kit\/repeat-key)\.tsx?|contract\/src\/list-export/,
  },
  // Rules shared by a list and the booking page, kept apart because the list does not need that page.
  { name: 'rules', test: /domain\/src\/booking\/(breaks|edit)|contract\/src\/(phone|calls\/(invoices|fleets))/ },
  // The basis of every form, in one file rather than twenty.
  { name: 'form', test: /web\/src\/kit\/(form\/|modal)/ },
  // Preloaded by the desk before the first click: one file instead of forty, which take longer to request than to read.
  { name: 'booking', test: /web\/src\/screens\/_shell\/services\.\$id/ },
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/screens',
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    withoutSchemas(),
    versioned(),
    compressed(),
  ],
  resolve: { alias: { zod: join(import.meta.dirname, 'src/zod-stand-in.ts') } },
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Declarations have no side effects, so a page leaves out those it does not use.
        moduleSideEffects: [{ test: /packages\/(contract|domain)\/src/, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      output: {
        codeSplitting: { groups: chunks },
        // The first chunks list the names of all others; seven characters are enough to tell two versions of a file
        // apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    port: 4301,
    host: 'localhost',
    proxy: { '/api': { target: api, changeOrigin: false }, '/live': { target: api, ws: true } },
  },
})
