import { createHash } from 'node:crypto'
import { enforcementFigure, htmlReport, overheadFigure, tables } from '../src/index.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

// Started by same-everywhere.test.ts in other surroundings.
const analysis = syntheticAnalysis({ mode: 'evidence', microbench: true })
const options = { theme: 'light', source: { directory: 'results/run' } } as const
for (const text of [tables(analysis), overheadFigure(analysis, options), enforcementFigure(analysis, options), htmlReport(analysis, options)]) console.log(createHash('sha256').update(text).digest('hex'))
