import { tsupPackage } from '../../tools/tsup-package.js'

export default tsupPackage({
  library: ['src/index.ts'],
  // The threads are reached as files from `worker/*.mjs`, never imported.
  programs: ['src/cli.ts', 'src/io-thread.ts', 'src/pacer-thread.ts'],
})
