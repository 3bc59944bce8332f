import type { Reporter, TestModule } from 'vitest/node'

/**
 * Names every test that says why it did not run, and ends every run with the plain line
 * `N passed, N failed, N skipped`, which a script can read in any language.
 */
export default class PlainLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const result = test.result()
        count[result.state] += 1
        if (result.state === 'skipped' && result.note !== undefined) console.log(`SKIPPED ${module.relativeModuleId} > ${test.fullName}: ${result.note}`)
      }
      // A file that failed to import has no tests, and must still count as a failure.
      if (module.state() === 'failed' && tests.length === 0) count.failed += 1
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
