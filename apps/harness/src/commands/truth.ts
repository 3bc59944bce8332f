import { interruptSignal, loadDeclaration } from '@lat/subjects'
import { HarnessInputError } from '../errors.js'
import type { Option } from './option.js'
import { requireFixtures } from './require-fixtures.js'
import { terminalProgress } from '../run/progress.js'
import { startUpstream } from '../run/upstream.js'
import { measureTruth } from '../truth/measure-truth.js'
import { truthText } from '../truth/truth-result.js'

export interface TruthOptions {
  readonly rows?: Option
  readonly restarts?: Option
  readonly seed?: Option
  readonly fixtures?: Option
  readonly json?: Option
}

function whole(name: string, value: Option, least: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least) throw new HarnessInputError('LAT_HARNESS_USAGE', `--${name} is "${String(value)}"; it is a whole number of at least ${least}`)
  return number
}

/** The planted self-test: what the instrument reads where the truth is known. */
export async function truthCommand(options: TruthOptions): Promise<number> {
  const rowsPerArm = whole('rows', options.rows ?? 3000, 100)
  const restarts = whole('restarts', options.restarts ?? 5, 3)
  const fixturesDir = await requireFixtures(options.fixtures)
  const progress = terminalProgress(process.stderr)
  const interrupt = interruptSignal()
  const { signal } = interrupt
  const stamp = `lat-truth-${Date.now().toString(36)}`
  const steps = 2 + restarts
  let index = 0
  let current = ''
  try {
    const upstream = await startUpstream({ port: 0, fixturesDir, versionStamp: stamp, allowPlants: true, signal })
    try {
      const result = await measureTruth({
        upstream, gateway: loadDeclaration('refgateway'), stamp, seed: String(options.seed ?? 'lat'), rowsPerArm, restarts, signal,
        onProgress: (what, news) => {
          if (what !== current) index += 1
          current = what
          progress.update({ cell: what, index, total: steps, secondsLeft: news === null ? 0 : (news.totalMs - news.elapsedMs) / 1000, ...(news === null ? {} : { inFlight: news.inFlight, dropped: news.dropped, p50Ns: news.durationP50Ns, p99Ns: news.durationP99Ns }) })
        },
      })
      progress.done()
      const ok = [...result.planted, result.sameProcess, result.floor, result.enforcement].every((each) => each !== null && each.ok)
      process.stdout.write(options.json ? `${JSON.stringify({ name: 'truth', ok, ...result })}\n` : `${truthText(result)}${ok ? 'TRUTH OK' : 'TRUTH NOT MET'}\n`)
      return ok ? 0 : 1
    } finally {
      await upstream.stop()
    }
  } finally {
    interrupt.release()
  }
}
