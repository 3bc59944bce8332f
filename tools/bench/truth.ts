// The planted self-test as a benchmark: known delays as recovered / recorded, the second tokeniser pass as a share of one.
import { spawnSync } from 'node:child_process'
import { runRatioBench } from './ratio-bench.js'

interface Truth {
  readonly planted: readonly { readonly nominalUs: number; readonly recordedUs: number; readonly recoveredUs: number }[]
  readonly sameProcess: { readonly shiftUs: number }
  readonly floor: { readonly halfWidthUs: number } | null
  readonly enforcement: { readonly secondPassAddsUs: number; readonly onePassUs: number } | null
}

function truth(seed: string): Truth {
  const run = spawnSync(process.execPath, ['apps/harness/bin/lat-harness.mjs', 'truth', '--json', '--rows', '1000', '--restarts', '3', '--seed', seed], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const line = run.stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`The self-test gave no result (exit code ${String(run.status)}).`)
  return JSON.parse(line) as Truth
}

await runRatioBench({
  name: 'truth',
  bars: { planted1ms: { between: [0.9, 1.1] }, planted3ms: { between: [0.9, 1.1] }, secondPassShare: { atLeast: 0.7 } },
  blocks: 5,
  block: (index) => {
    const { planted, sameProcess, enforcement } = truth(`block-${index}`)
    const [one, three] = planted as [Truth['planted'][number], Truth['planted'][number]]
    return Promise.resolve({
      ratios: { planted1ms: one.recoveredUs / one.recordedUs, planted3ms: three.recoveredUs / three.recordedUs, secondPassShare: enforcement === null ? Number.NaN : enforcement.secondPassAddsUs / enforcement.onePassUs },
      // The same process twice: 1 plus its false shift as a share of the 1 ms plant.
      aa: { sameProcess: 1 + sameProcess.shiftUs / one.recordedUs },
    })
  },
})
