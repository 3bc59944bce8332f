import { runCell } from '@lat/loadgen'
import type { CellProgress, CellResult, CellSpec } from '@lat/loadgen'
import type { Microbench } from '@lat/rows'
import type { Declaration, RunningSubject, SubjectOptions } from '@lat/subjects'
import { startSubject } from '@lat/subjects'
import type { Artefacts } from '../evidence/artefacts.js'
import { writeFigures } from '../evidence/write-artefacts.js'
import { askOnce } from './ask-once.js'
import { measureComponents } from './microbench.js'
import type { Upstream, UpstreamOptions } from './upstream.js'
import { startUpstream } from './upstream.js'

/** What a run needs of a gateway it started. */
export type MeasuredSubject = Pick<RunningSubject, 'name' | 'pid' | 'requestUrl' | 'requestHeaders' | 'reportedIdentity' | 'exited' | 'stop'>

/** What a run needs of one loaded cell. */
export type LoadedCell = Pick<CellResult, 'rows' | 'warmup' | 'steady' | 'failures' | 'lateness' | 'reconnects' | 'worstTenMsSends' | 'eventLoopDelayP99Ns' | 'cpuSeconds' | 'pacing' | 'undiciVersion' | 'startedAtEpochMs' | 'wallDriftMs'>

export interface LoadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CellProgress) => void
  readonly onPhase: (edge: 'steady-start' | 'steady-end') => void
}

/** Everything a run starts, loads, times or draws. A test puts stand-ins in its place and keeps every rule of the run. */
export interface Machinery {
  readonly startUpstream: (options: UpstreamOptions) => Promise<Upstream>
  readonly startSubject: (declaration: Declaration, options: SubjectOptions) => Promise<MeasuredSubject>
  /** HTTP status of one request. */
  readonly askOnce: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>
  readonly runCell: (spec: CellSpec, options: LoadOptions) => Promise<LoadedCell>
  readonly measureComponents: () => readonly Microbench[]
  readonly writeFigures: (dir: string, made: Artefacts) => Promise<void>
}

/** Real processes under real load. */
export const machinery: Machinery = { startUpstream, startSubject, askOnce, runCell, measureComponents, writeFigures }
