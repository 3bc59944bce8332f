import { versions } from 'node:process'
import type { KeptAwake, MachineFacts, Reading } from '@lat/hostgate'
import type { Analysis } from '@lat/rows'
import type { ModeSettings } from '../plan/modes.js'
import { profileDigest, profileKey } from '../evidence/run-profile.js'
import { cloneRoot, versionOf } from './locate.js'
import type { RunConfig } from './run-config.js'
import type { SourceTree } from './source-tree.js'
import type { Upstream } from './upstream.js'

export interface ManifestFacts {
  readonly config: RunConfig
  readonly mode: ModeSettings
  readonly source: SourceTree
  readonly facts: MachineFacts
  readonly awake: KeptAwake
  readonly run: Analysis['run']
  readonly startedAt: Date
  readonly upstream: Upstream
  readonly undiciVersion: string
  readonly verdict: string
}

const flat = (value: unknown) => JSON.stringify(value)

/** A reading as one word or JSON; paths of this machine never appear in one. */
function said(reading: Reading<unknown>): string {
  if (reading.state === 'unknown') return 'unknown'
  if (reading.state === 'unsupported') return 'unsupported'
  if (reading.value === Infinity) return 'unlimited'
  return typeof reading.value === 'string' ? reading.value : flat(reading.value)
}

/** Every rule a run was judged under, and what it ran on: versions, windows, rates, host facts, fixture digests. */
export function manifestEntries({ config, mode, source, facts, awake, run, startedAt, upstream, undiciVersion, verdict }: ManifestFacts): Record<string, string> {
  const { profile } = config
  return {
    FORMAT: '1',
    RUN: run.name,
    MODE: run.mode,
    VERDICT: verdict,
    SUBJECT: run.subject,
    SUBJECT_ARGS_PASSTHROUGH: flat(config.subjectArgs.passthrough),
    SUBJECT_ARGS_ENFORCE: flat(config.subjectArgs.enforce),
    SUBJECT_ARGS_CONTROLB: flat(config.subjectArgs.controlb),
    PROFILE: run.profile,
    [profileKey]: profileDigest(profile),
    PROFILE_PROVISIONAL: String(profile.provisional),
    DESIGN: run.design,
    SEED: run.seed,
    REPETITIONS: String(run.plannedRepetitions),
    STREAM_REPETITIONS: String(run.plannedStreamRepetitions),
    STARTED_AT: startedAt.toISOString(),
    FINISHED_AT: new Date().toISOString(),
    GIT_COMMIT: source.commit ?? 'none',
    GIT_TREE: source.tree ?? 'none',
    TREE_DIRTY: String(source.dirty),
    WARMUP_MS: String(mode.warmupMs),
    STEADY_START_MS: String(mode.steadyStartMs),
    STEADY_MS: String(mode.steadyMs),
    IDLE_INTERVAL_MS: String(mode.idleIntervalMs),
    IDLE_FLOOR_PERCENT: String(profile.quiescence.idleFloorPercent),
    RATES_NONSTREAM_PER_SECOND: flat(profile.rates.nonstream),
    RATES_STREAM_PER_SECOND: flat(profile.rates.stream),
    RATE_FACTOR: String(config.rateFactor),
    SLOTS: String(profile.slots),
    TOLERANCES: flat({ dropped: pick(profile.tolerances.dropped), failed: pick(profile.tolerances.failed), completedBasisPoints: profile.tolerances.completed.basisPoints, rowCountBasisPoints: profile.tolerances.rowCount.basisPoints }),
    FIXTURES_DIGEST: upstream.fixturesDigest,
    FIXTURES_BYTES: flat(upstream.byteLengths),
    RUN_FROM: cloneRoot() === null ? 'build' : 'source',
    NODE_VERSION: versions.node,
    V8_VERSION: versions.v8,
    UNDICI_VERSION: undiciVersion,
    HARNESS_VERSION: versionOf('@lat/harness'),
    OS: `${facts.platform} ${facts.kernel}`,
    CPU: facts.cpuModel.replace(/\s+/g, ' ').trim() || 'unknown',
    CPU_CORES: String(facts.coreCount),
    MEMORY_BYTES: String(facts.memoryBytes),
    VIRTUALISATION: said(facts.virtualisation),
    TRANSLATED: said(facts.translated),
    GOVERNOR: said(facts.governor),
    CPU_QUOTA: said(facts.cpuQuota),
    SCHEDULER_AUTOGROUP: said(facts.autogroup),
    FILE_LIMIT: said(facts.fileLimit),
    EPHEMERAL_PORTS: said(facts.ephemeralPorts),
    LISTEN_BACKLOG: said(facts.listenBacklog),
    KEPT_AWAKE: awake.state === 'held' ? `held by ${awake.tool ?? 'a tool'}` : awake.state,
    PORTS: flat({ upstream: config.upstreamPort, subject: config.subjectPort }),
  }
}

function pick({ basisPoints, floor }: { readonly basisPoints: number; readonly floor: number }) {
  return { basisPoints, floor }
}
