import { tsupPackage } from '../../tools/tsup-package.js'

export default tsupPackage({ library: ['src/index.ts', 'src/files/index.ts', 'src/import/vegeta.ts', 'src/import/k6.ts', 'src/import/hdr-log.ts'], platform: 'neutral' })
