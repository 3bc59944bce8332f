// The one check before a change lands: the README's test command, then everything about what ships.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { entrySpecifiers, importScripts } from './import-scripts.mjs'
import { newestCommittedRun } from './newest-committed-run.mjs'
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'
import { closingLine, skip, step, tally } from './steps.mjs'
import { packAll, publishedPackages } from './workspace-packages.mjs'

requireNode()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const run = (program, args, options = {}) => spawnSync(program, args, { stdio: 'inherit', ...options }).status === 0
const node = (...args) => run(process.execPath, args)

/** What some tests need of the system, beside Node: `tools/needs-system.ts` asks for it. */
const systemPrograms = [
  { program: 'nginx', probe: ['-v'], aptPackage: 'nginx-light' },
  ...(process.platform === 'linux' ? [{ program: 'ss', probe: ['--version'], aptPackage: 'iproute2' }] : []),
]
const installed = ({ program, probe }) => run(program, probe, { stdio: 'ignore' })
const missing = systemPrograms.filter((each) => !installed(each))
const names = systemPrograms.map(({ program }) => program).join(' and ')
/** Why the tests that need system programs cannot run, or null. */
function noSystemPrograms() {
  if (!process.argv.includes('--with-system')) return 'run .ci/run --with-system to include them'
  if (missing.length === 0) return null
  const which = missing.map(({ program }) => program).join(' and ')
  if (process.getuid?.() !== 0) return `${which} is not installed, and only root may install it`
  return run('apt-get', ['--version'], { stdio: 'ignore' }) ? null : `${which} is not installed, and there is no apt-get`
}
const why = noSystemPrograms()
let withSystem = false
if (why !== null) skip(`tests that need ${names}`, why)
else if (missing.length === 0) withSystem = true
else withSystem = step(`install ${missing.map(({ aptPackage }) => aptPackage).join(' ')}`, () => run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing.map(({ aptPackage }) => aptPackage)], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }))

step('npm test', () => {
  const { stdout, status } = spawnSync('npm', ['test', '--silent'], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...(withSystem ? { LAT_WITH_SYSTEM: '1' } : {}) } })
  process.stdout.write(stdout)
  const counts = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(stdout)
  if (counts) tally(Number(counts[1]), Number(counts[2]), Number(counts[3] ?? 0))
  return status === 0 && counts !== null
}, { fatal: true })

const packages = publishedPackages()
const pure = packages.filter(({ folder }) => existsSync(join(folder, 'tsconfig.pure.json')))

step('build every package (ESM, CommonJS, types)', () => pnpm(['-r', 'build']).code === 0, { fatal: true })

const work = mkdtempSync(join(tmpdir(), 'lat-ci-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
let tarballs = new Map()
step('pack', () => {
  tarballs = packAll(packages, work)
  return tarballs.size === packages.length
}, { fatal: true })
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
const specifiers = entrySpecifiers(packages)
for (const script of importScripts(packages, consumer)) step(`load every entry in ${script}`, () => run(process.execPath, [script], { cwd: consumer }))
for (const [module, moduleResolution] of [['node16', 'node16'], ['esnext', 'bundler']]) {
  step(`types under moduleResolution ${moduleResolution}`, () => {
    writeFileSync(join(consumer, 'types.ts'), specifiers.map((specifier, index) => `import * as m${index} from '${specifier}'\nexport const k${index}: object = m${index}`).join('\n'))
    return run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', module, '--moduleResolution', moduleResolution, '--types', 'node', 'types.ts'], { cwd: consumer })
  })
}
for (const { manifest } of packages.filter(({ manifest }) => manifest.bin)) {
  for (const command of Object.keys(manifest.bin)) {
    step(`${command} --help from the tarball`, () => run(process.execPath, [join('node_modules', '.bin', command), '--help'], { cwd: consumer, stdio: ['ignore', 'ignore', 'inherit'] }))
  }
}

step('servers and load from the tarballs', () => {
  cpSync('tools/consumer', consumer, { recursive: true })
  return ['first-run.mjs', 'first-run.cjs', 'commands.mjs'].every((script) => run(process.execPath, [script], { cwd: consumer, timeout: 120_000 }))
})
step('publish to a local registry, install from it under Node 20, 22 and 24', () => node('tools/check-registry.mjs', '--tarballs', work))

for (const { folder, manifest } of pure) {
  step(`browser bundle of ${manifest.name}`, () => {
    // Loaded here: in a fresh clone it is installed only by the first step.
    const { outputFiles, warnings } = createRequire(import.meta.url)('esbuild').buildSync({ entryPoints: [join(folder, 'dist/index.js')], bundle: true, format: 'esm', platform: 'browser', write: false, minify: true, logLevel: 'error', logOverride: { 'ignored-bare-import': 'silent' } })
    console.log(`${(outputFiles[0].contents.byteLength / 1024).toFixed(1)} KiB minified`)
    return warnings.length === 0
  })
}

step('unused code and dependencies (knip)', () => node('node_modules/knip/bin/knip.js'))

step('re-render and re-judge the newest committed run', () => {
  const committed = newestCommittedRun()
  console.log(committed)
  const harness = (...args) => node('apps/harness/bin/lat-harness.mjs', ...args)
  return harness('figures', committed, '--check') && harness('judge', committed)
})

closingLine()
