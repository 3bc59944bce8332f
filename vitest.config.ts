import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const long = process.env['LAT_LONG'] === '1'
const conditions = ['@lat/source', 'module', 'node', 'import', 'default']
/** These hold no state outside a call, so their test files can share a process, which saves a third of their time. */
const purePackages = ['estimators', 'rows', 'bands', 'render', 'sse'].map((name) => `packages/${name}/test/**/*.test.ts`)

const exclude = ['**/node_modules/**', '**/dist/**', ...(long ? [] : ['**/*.long.test.ts'])]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@lat/source'] } },
  test: {
    pool: 'forks',
    // Most tests wait for processes and sockets rather than compute.
    maxWorkers: 4,
    // What properties are tried on is the same in every ordinary run, and new in every long one.
    setupFiles: long ? [] : [fileURLToPath(new URL('vitest-fixed-seed.ts', import.meta.url))],
    testTimeout: long ? 600_000 : 30_000,
    reporters: ['default', fileURLToPath(new URL('vitest-plain-line.ts', import.meta.url))],
    projects: [
      { extends: true, test: { name: 'pure', isolate: false, include: purePackages, exclude } },
      { extends: true, test: { name: 'edge', include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...exclude, ...purePackages] } },
    ],
  },
})
