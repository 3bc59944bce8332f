#!/usr/bin/env node
import { existsSync } from 'node:fs'

// In a clone there is TypeScript and no build; in the published package there is only the build.
const source = new URL('../src/main.ts', import.meta.url)
if (existsSync(source)) {
  await import('../../../tools/run-from-source.mjs')
  await import(source.href)
} else {
  await import('../dist/main.js')
}
