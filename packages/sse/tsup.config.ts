import { tsupPackage } from '../../tools/tsup-package.js'

export default tsupPackage({ library: ['src/index.ts'], platform: 'neutral' })
