import { doctorHere } from './doctor/doctor-here.js'

void doctorHere(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode
})
