import { tsupPackage } from '../../tools/tsup-package.js'

// arc4 holds the import of seedrandom: as an entry it gets a file of its own, which bundlers drop where nothing draws
export default tsupPackage({ library: ['src/index.ts', 'src/elementary.ts', 'src/rng.ts', 'src/arc4.ts'], platform: 'neutral' })
