// `lat-harness bench --mode smoke` as a process to interrupt, with an upstream and a subject that do not warm up for seconds.
//
//   node bench-process.mjs OUT_DIR UPSTREAM_PORT SUBJECT_PORT
import '../../../tools/run-from-source.mjs'

const { benchCommand } = await import('../src/commands/bench.ts')
const { exitCodeOf, explain } = await import('../src/exit.ts')
const { coldMachinery } = await import('./tiny-run.ts')

const [, , out, upstreamPort, subjectPort] = process.argv
try {
  process.exitCode = await benchCommand({ mode: 'smoke', out, upstreamPort, subjectPort }, { machinery: coldMachinery })
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}
