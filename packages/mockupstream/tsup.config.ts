import { tsupPackage } from '../../tools/tsup-package.js'

export default tsupPackage({
  library: ['src/index.ts'],
  programs: ['src/cli.ts'],
  copy: { 'dist/fixtures': '../../fixtures/replay' },
})
