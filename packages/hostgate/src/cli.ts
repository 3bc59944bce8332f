import { readFileSync } from 'node:fs'
import { doctorHere } from './doctor/doctor-here.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

void doctorHere(process.argv.slice(2), version).then((exitCode) => {
  process.exitCode = exitCode
})
