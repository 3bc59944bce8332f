// Named steps of a check run, and the one closing line every check run ends with.
const counts = { passed: 0, failed: 0, skipped: 0 }
const failedSteps = []

export function tally(passed, failed, skipped = 0) {
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}

/** Runs one step; a thrown error or a falsy result fails it. A fatal step that fails ends the run there. */
export function step(name, run, { fatal = false } = {}) {
  const startedMs = Date.now()
  console.log(`\n── ${name}`)
  let ok = false
  try {
    ok = Boolean(run())
  } catch (error) {
    console.error(error)
  }
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
  tally(ok ? 1 : 0, ok ? 0 : 1)
  if (!ok) failedSteps.push(name)
  if (!ok && fatal) closingLine()
  return ok
}

/** Says plainly that a step did not run, and why: a skipped check must never read as a pass. */
export function skip(name, why) {
  console.log(`\nSKIPPED ${name}: ${why}`)
  tally(0, 0, 1)
}

export function closingLine() {
  if (failedSteps.length > 0) console.log(`\nfailed steps: ${failedSteps.join('; ')}`)
  console.log(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
}
