// Imported by worker and bin entries when they run inside a clone, where there is TypeScript and no build:
// registers tsx and the `@lat/source` export condition for this thread. Published tarballs never reach it.
import { register } from 'node:module'
import { register as registerTsx } from 'tsx/esm/api'

register('./source-conditions.mjs', import.meta.url)
registerTsx()
