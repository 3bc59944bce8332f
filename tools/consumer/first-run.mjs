import { runCell } from '@lat/loadgen'
import { startReplay } from '@lat/mockupstream'
import { startRefGateway } from '@lat/refgateway'
import { firstRun } from './first-run.cjs'

await firstRun({ startReplay, startRefGateway, runCell })
console.log('ESM: 50 of 50 requests answered')
