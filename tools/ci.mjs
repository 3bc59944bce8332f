// The one check before a change lands: the README's test command, then everything about what ships.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { newestCommittedRun } from './newest-committed-run.mjs'
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'
import { closingLine, skip, step, tally } from './steps.mjs'

requireNode()
process.chdir(new URL('..', import.meta.url).pathname)
const withSystem = process.argv.includes('--with-system')
const run = (program, args, options = {}) => spawnSync(program, args, { stdio: 'inherit', ...options }).status === 0
const node = (...args) => run(process.execPath, args)

step('npm test', () => {
  const { stdout, status } = spawnSync('npm', ['test', '--silent'], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...(withSystem ? { LAT_WITH_SYSTEM: '1' } : {}) } })
  process.stdout.write(stdout)
  const counts = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(stdout)
  if (counts) tally(Number(counts[1]), Number(counts[2]), Number(counts[3] ?? 0))
  return status === 0 && counts !== null
}, { fatal: true })

const folders = ['packages', 'apps'].flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`)).filter((folder) => existsSync(join(folder, 'package.json')))
const manifests = folders.map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) })).filter(({ manifest }) => !manifest.private)
const pure = manifests.filter(({ folder }) => existsSync(join(folder, 'tsconfig.pure.json')))

step('build every package (ESM, CommonJS, types)', () => pnpm(['-r', 'build']).code === 0, { fatal: true })

const work = mkdtempSync(join(tmpdir(), 'lat-ci-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
const tarballs = new Map()
step('pack', () =>
  manifests.every(({ folder, manifest }) => {
    const { code, stdout } = pnpm(['-C', folder, 'pack', '--json', '--pack-destination', work], { inherit: false })
    if (code === 0) tarballs.set(manifest.name, JSON.parse(stdout).filename)
    return code === 0
  }), { fatal: true })
for (const [name, tarball] of tarballs) {
  step(`publint ${name}`, () => node('node_modules/publint/src/cli.js', 'run', tarball, '--strict'))
  step(`attw ${name}`, () => node('node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16', '--no-emoji'))
}

const consumer = join(work, 'consumer')
step('install the tarballs in a fresh project', () => {
  mkdirSync(consumer)
  const local = Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]))
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, type: 'module', dependencies: { ...local, typescript: '5.9.3', '@types/node': '20.19.43' }, overrides: local }, null, 2))
  return run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], { cwd: consumer })
})
const specifiers = manifests.flatMap(({ manifest }) => Object.keys(manifest.exports).filter((key) => key !== './package.json').map((key) => join(manifest.name, key)))
step('import every entry as ESM', () => {
  writeFileSync(join(consumer, 'esm.mjs'), specifiers.map((specifier) => `await import('${specifier}').then((m) => { if (Object.keys(m).length === 0) throw new Error('${specifier} exports nothing') })`).join('\n'))
  return run(process.execPath, ['esm.mjs'], { cwd: consumer })
})
step('require every entry as CommonJS', () => {
  writeFileSync(join(consumer, 'cjs.cjs'), specifiers.map((specifier) => `if (Object.keys(require('${specifier}')).length === 0) throw new Error('${specifier} exports nothing')`).join('\n'))
  return run(process.execPath, ['cjs.cjs'], { cwd: consumer })
})
for (const [module, moduleResolution] of [['node16', 'node16'], ['esnext', 'bundler']]) {
  step(`types under moduleResolution ${moduleResolution}`, () => {
    writeFileSync(join(consumer, 'types.ts'), specifiers.map((specifier, index) => `import * as m${index} from '${specifier}'\nexport const k${index}: object = m${index}`).join('\n'))
    return run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', module, '--moduleResolution', moduleResolution, '--types', 'node', 'types.ts'], { cwd: consumer })
  })
}
for (const { manifest } of manifests.filter(({ manifest }) => manifest.bin)) {
  for (const command of Object.keys(manifest.bin)) {
    step(`${command} --help from the tarball`, () => run(process.execPath, [join('node_modules', '.bin', command), '--help'], { cwd: consumer, stdio: ['ignore', 'ignore', 'inherit'] }))
  }
}

for (const { folder, manifest } of pure) {
  step(`browser bundle of ${manifest.name}`, () => {
    const { outputFiles, warnings } = buildSync({ entryPoints: [join(folder, 'dist/index.js')], bundle: true, format: 'esm', platform: 'browser', write: false, minify: true, logLevel: 'error' })
    console.log(`${(outputFiles[0].contents.byteLength / 1024).toFixed(1)} KiB minified`)
    return warnings.length === 0
  })
}

step('unused code and dependencies (knip)', () => node('node_modules/knip/bin/knip.js'))

const committed = newestCommittedRun()
step(`re-render and re-judge ${committed}`, () => {
  const harness = (...args) => node('apps/harness/bin/lat-harness.mjs', ...args)
  return harness('figures', committed, '--check') && harness('judge', committed)
})

if (!withSystem) skip('system programs (nginx, ...)', 'run .ci/run --with-system to install and use them')
closingLine()
