// Typechecks the tree once with Node's types, then each pure package alone without them: that second
// pass is the fence that makes `node:fs`, `process`, `performance` and `console` compile errors there.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const projects = ['tsconfig.json', ...readdirSync('packages').map((name) => `packages/${name}/tsconfig.pure.json`).filter(existsSync)]
let failed = 0
for (const project of projects) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project, '--noEmit'], { stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} tsc -p ${project}`)
  if (status !== 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
