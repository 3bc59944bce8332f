import * as estimators from '../src/index.js'
import * as elementary from '../src/elementary.js'
import { rng } from '../src/rng.js'

/**
 * Fixed data through every estimator. The bits of the answers are committed as a hash: they may change with
 * the method, never with the engine or the machine.
 */
export function scenario(): unknown {
  const { exponential, uniform, shuffle } = rng('determinism scenario')
  const cell = (count: number, from: number): Float64Array => Float64Array.from({ length: count }, () => from + 1e5 * exponential())
  const pairs = ['r1', 'r2', 'r3', 'r4', 'r5'].map((key) => ({ key, baseline: cell(800, 7e5), treatment: cell(790, 1.2e6) }))
  const large = cell(4000, 1e6)
  const treatments = pairs.map(({ treatment }) => treatment)
  const baselines = pairs.map(({ baseline }) => baseline)
  const readings = pairs.map(({ key }) => ({ key, baseline: 700 + 20 * uniform(), treatment: 1190 + 30 * uniform() }))
  const deltas = Float64Array.from({ length: 40 }, () => 500 + 40 * (uniform() - uniform()))
  let waiting = 0
  const queue = Float64Array.from({ length: 5000 }, () => {
    const time = waiting + exponential()
    waiting = Math.max(0, time - exponential() / 0.7)
    return time
  })
  const points = [1e-300, 1e-9, 0.003, 0.3, 0.5, 0.71, 1, 1.7, 2.5, 30, 700]
  const qs = [0.5, 0.9, 0.99, 0.999]
  return {
    shuffled: shuffle([1, 2, 3, 4, 5]),
    elementary: points.map((x) => [
      elementary.ln(x),
      elementary.exp(-x),
      elementary.log10(x),
      elementary.ln1pMinus(x / 1000),
      elementary.lnGamma(x),
      elementary.normalCumulative(x - 3),
      elementary.normalQuantile(x / 701),
      elementary.studentQuantile(x / 701, 1 + x),
      elementary.noncentralStudentCumulative(x, 4, x / 7),
      elementary.incompleteBeta(x / 701, 1 + x, 30),
      elementary.binomialCumulative(3, 40, x / 701),
    ]),
    quantiles: estimators.quantiles(large, qs),
    harrellDavis: estimators.harrellDavis(deltas, 0.7),
    intervals: qs.map((q) => [
      estimators.quantileInterval(large, q),
      estimators.quantileInterval(large, q, { method: 'exact' }),
      estimators.quantileInterval(large, q, { method: 'seeded', seed: 's' }),
      estimators.groupQuantile(treatments, q),
      estimators.groupQuantile(treatments.slice(1), q, { seed: 's' }),
      estimators.groupQuantileShift(treatments, baselines, q),
      estimators.pairedShift(pairs, q),
      estimators.pairedShift(pairs, q, { method: 'seeded', seed: 's' }),
    ]),
    dependent: [...estimators.quantileIntervals(queue, qs), estimators.autocorrelationTime(queue)],
    shiftFunction: estimators.shiftFunction(large, queue, qs),
    draws: estimators.bootstrapQuantiles(large, qs, { seed: 's', resamples: 50 }),
    generic: estimators.bootstrap([deltas], ([x]) => x!.reduce((sum, v) => sum + v, 0), { seed: 's', resamples: 500 }),
    pairedMedian: estimators.pairedMedian(readings),
    differences: estimators.pairedDifferenceQuantiles(readings, [0.5]),
    acrossRepetitions: estimators.acrossRepetitions(deltas),
    prediction: estimators.predictionInterval(deltas),
    acrossRuns: estimators.acrossRuns(readings.map(({ key, treatment }, i) => ({ key, estimate: treatment, standardError: 3 + i }))),
    hodgesLehmann: [estimators.hodgesLehmann(deltas), estimators.hodgesLehmann(deltas, { other: deltas.map((d) => d - 3) })],
    wilcoxon: estimators.wilcoxonSignedRank(deltas.map((d) => d - 500)),
    signTest: estimators.signTest(deltas.map((d) => d - 500)),
    ks: [estimators.ksTwoSample(deltas, deltas.map((d) => d + 5)), estimators.ksTwoSample(large, queue), estimators.ksTwoSample(deltas, deltas.map((d) => d + 5), { method: 'asymptotic' })],
    planning: [estimators.minimumDetectableEffect({ standardDeviation: 19.1, repetitions: 5 }), estimators.repetitionsNeeded({ standardDeviation: 19.1, halfWidth: 2 })],
    changes: estimators.changePoints({ a: [...deltas], b: [...deltas.slice(0, 20), ...deltas.slice(20).map((d) => d + 30)] }, { seed: 's', permutations: 199 }),
    sequence: estimators.confidenceSequence(deltas, { nullValue: 480 }),
    adjusted: estimators.adjustedShift(readings.map(({ key, baseline, treatment }) => ({ key, delta: treatment, canaryDelta: baseline - 700 })), 0.4),
    calibration: estimators.nullCalibration([...deltas], (d) => ({ estimate: d - 500, interval: { low: d - 520, high: d - 480 } })),
  }
}
