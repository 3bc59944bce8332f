import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/elementary.ts', 'src/rng.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  target: 'node20',
  platform: 'neutral',
  esbuildOptions: (options) => { options.conditions = [] },
})
