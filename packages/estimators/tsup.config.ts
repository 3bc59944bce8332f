import { tsupPackage } from '../../tools/tsup-package.js'

export default tsupPackage({ library: ['src/index.ts', 'src/elementary.ts', 'src/rng.ts'], platform: 'neutral' })
