import { fileURLToPath } from 'node:url'

export const FIXTURES_DIR = fileURLToPath(new URL('../../../../fixtures/replay', import.meta.url))
