// npm run shots: pictures of every screen of the running demo, in .parada/shots.
import { ensureChromium } from './chromium.mjs'
import { become, ensureInstalled, ensureWritable, environment } from './setup.mjs'

ensureWritable()
ensureInstalled()
const CHROMIUM = ensureChromium({ isWhole: true })
become('node', ['e2e/shots.ts', ...process.argv.slice(2)], { env: { ...environment, CHROMIUM } })
