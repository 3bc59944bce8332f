// `npm run demo`: the whole set-up, then the smoke matrix on the embedded gateway. About two minutes after install.
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'

requireNode()
const install = pnpm(['install', '--frozen-lockfile', '--prefer-offline'])
if (install.code !== 0) {
  console.error('\nSet-up failed: the lines above say why. It needs the npm registry once; later runs work offline.')
  process.exit(install.code)
}
process.exit(pnpm(['-s', '--filter', '@lat/harness', 'bench', '--mode', 'smoke', ...process.argv.slice(2)]).code)
