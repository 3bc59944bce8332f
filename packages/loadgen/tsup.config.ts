import { defineConfig } from 'tsup'

export default defineConfig({
  // The threads are reached as files from `worker/*.mjs`, never imported.
  entry: ['src/index.ts', 'src/cli.ts', 'src/io-thread.ts', 'src/pacer-thread.ts'],
  format: ['esm', 'cjs'],
  dts: { entry: ['src/index.ts', 'src/cli.ts'] },
  clean: true,
  target: 'node20',
  platform: 'node',
  shims: true,
  esbuildOptions: (options) => { options.conditions = [] },
})
