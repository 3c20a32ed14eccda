// npm run bench [lists|start|size|grid|lighthouse…]: measures the product beside its peers, see bench/README.md.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { become, ensureBuilt, ensureInstalled, ensureWritable, environment, root, run } from './setup.mjs'

const folder = join(root, 'bench')
const stamp = join(folder, 'node_modules', '.parada-installed')

/** The peers are in a package of their own, so that npm start and npm test do not wait for them. */
const ensurePeers = () => {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the peers…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  writeFileSync(stamp, wanted)
}

ensureWritable()
ensureInstalled()
ensureBuilt()
ensurePeers()
const CHROMIUM = ensureChromium({ isWhole: true })
become('node', ['--disable-warning=ExperimentalWarning', 'bench/run.ts', ...process.argv.slice(2)], {
  env: { ...environment, CHROMIUM },
})
