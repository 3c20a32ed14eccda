import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env.PARADA_API ?? 'http://localhost:4300'

/** Compresses once at build time what would otherwise be compressed for every visitor. */
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

/** The build's own name, asked for by open pages to notice that a newer one is served (requirements, O1-30). */
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

const libraryOfEveryPage =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-router|router-core|history|react-store|store))\//
const partOfSignIn =
  /(web\/src\/(router|settings|session\/|kit\/(client|tenant)|screens\/(__root|pages\/))|(domain|contract)\/src\/(calls\/)?(session|self|services|pois|whitelabels|kit|access|constants|problem)\.ts|zod-stand-in|preload-helper)/

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
        // Declarations have no side effects; what a page does not use of them stays out of it.
        moduleSideEffects: [{ test: /packages\/(contract|domain)\/src/, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      output: {
        // One chunk each of what every page needs compresses better than dozens of splinters.
        codeSplitting: {
          groups: [
            { name: 'base', test: libraryOfEveryPage },
            { name: 'start', test: partOfSignIn },
          ],
        },
      },
    },
  },
  server: {
    port: 4301,
    host: 'localhost',
    proxy: { '/api': { target: api, changeOrigin: false }, '/live': { target: api, ws: true } },
  },
})
