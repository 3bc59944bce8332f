import { readFileSync } from 'node:fs'
import type { ArmSpec, CellSpec } from '../cell-spec.js'
import { badUsage } from '../errors.js'
import { parseDuration } from './parse-duration.js'
import { parseRate } from './parse-rate.js'
import type { RawOptions } from './raw-options.js'
import { certificateFault } from './certificate-fault.js'

function durationMs(options: RawOptions, name: string, fallback: string): number {
  const text = options.one(name) ?? fallback
  const ms = parseDuration(text)
  if (ms === null) throw badUsage(`--${name} ${text} is not a duration; write it with its unit, such as 60s, 250ms or 2m.`)
  return ms
}

function count(options: RawOptions, name: string, fallback: string): number {
  const text = options.one(name) ?? fallback
  if (!/^\d+$/.test(text)) throw badUsage(`--${name} ${text} is not a whole number.`)
  return Number(text)
}

function choice<T extends string>(options: RawOptions, name: string, allowed: readonly T[], fallback: T): T {
  const text = options.one(name) ?? fallback
  const found = allowed.find((value) => value === text)
  if (found === undefined) throw badUsage(`--${name} ${text} is not one of ${allowed.join(', ')}.`)
  return found
}

function file(options: RawOptions, name: string): Buffer | undefined {
  const path = options.one(name)
  if (path === undefined) return undefined
  try {
    return readFileSync(path)
  } catch (cause) {
    throw badUsage(`--${name} ${path} cannot be read.`, cause)
  }
}

/** A name given twice goes out in two lines, in the order of the command line. */
function headers(options: RawOptions): Record<string, string | string[]> {
  const lines = new Map<string, string[]>()
  for (const line of options.all('header')) {
    const colon = line.indexOf(':')
    // The value is not repeated: headers carry keys.
    if (colon < 1) throw badUsage('A --header is not of the form "name: value".')
    const name = line.slice(0, colon).trim()
    lines.set(name, [...(lines.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return Object.fromEntries([...lines].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]))
}

function certificates(options: RawOptions): string | undefined {
  const pem = file(options, 'ca')?.toString('latin1')
  const fault = pem === undefined ? null : certificateFault(pem)
  if (fault !== null) throw badUsage(`--ca ${options.one('ca')} ${fault}.`)
  return pem
}

function pair(options: RawOptions, name: string, form: string): [number, number] | undefined {
  const text = options.one(name)
  if (text === undefined) return undefined
  const match = /^(\d+)\/(\d+)$/.exec(text)
  if (match === null) throw badUsage(`--${name} ${text} is not of the form ${form}.`)
  return [Number(match[1]), Number(match[2])]
}

function startAt(options: RawOptions): number | undefined {
  const text = options.one('start-at')
  if (text === undefined) return undefined
  const epochMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (!Number.isFinite(epochMs)) throw badUsage(`--start-at ${text} is neither seconds since 1970 nor a time such as 2026-10-01T12:00:00Z.`)
  return epochMs
}

/** Targets such as `http://127.0.0.1:8080/` or, for several in one cell, `direct=http://…`. */
function arms(targets: readonly string[], options: RawOptions): ArmSpec[] {
  if (targets.length === 0) throw badUsage('No target given: loadgen [options] <url>.')
  const body = file(options, 'body-file') ?? options.one('body')
  const method = options.one('method') ?? (body === undefined ? 'GET' : 'POST')
  const expect = choice(options, 'expect', ['any', 'json', 'sse'] as const, 'any')
  return targets.map((target, index) => {
    const named = /^([A-Za-z0-9_.-]+)=([\s\S]+)$/.exec(target)
    const name = named?.[1] ?? (targets.length === 1 ? 'target' : `target-${index + 1}`)
    return { name, url: named?.[2] ?? target, method, headers: headers(options), expect, ...(body === undefined ? {} : { body }) }
  })
}

/** The cell a command line asks for. @throws {LoadgenInputError} `LAT_LOAD_USAGE` naming the option */
export function loadSpec(targets: readonly string[], options: RawOptions, flags: Readonly<Record<string, unknown>>): CellSpec {
  const rateText = options.one('rate') ?? '50'
  const ratePerSecond = parseRate(rateText)
  if (ratePerSecond === null) throw badUsage(`--rate ${rateText} is not a rate; write arrivals per second, such as 500, 33.3, 1e3 or 30/m.`)
  const warmupMs = durationMs(options, 'warmup', '2s')
  const shard = pair(options, 'shard', 'k/N')
  const plant = pair(options, 'plant-block', 'ms/every-ms')
  const startAtEpochMs = startAt(options)
  const ca = certificates(options)
  const list = arms(targets, options)
  const chunkTimes = count(options, 'chunk-times', '0')
  if (chunkTimes > 0 && list.every(({ expect }) => expect !== 'sse')) throw badUsage(`--chunk-times ${chunkTimes} needs --expect sse: other answers have no events.`)
  return {
    name: options.one('name') ?? 'loadgen',
    arms: list,
    assignment: list.length === 1 ? 'cell' : choice(options, 'assignment', ['arrival', 'block'] as const, 'arrival'),
    seed: options.one('seed') ?? 'loadgen',
    ratePerSecond,
    warmupMs,
    steadyStartMs: warmupMs + durationMs(options, 'gap', '0s'),
    steadyMs: durationMs(options, 'duration', '10s'),
    slots: count(options, 'slots', '40'),
    slotOrder: choice(options, 'slot-order', ['fifo', 'lifo'] as const, 'fifo'),
    arrivals: flags['poisson'] === true ? 'poisson' : 'constant',
    pacing: choice(options, 'pacing', ['worker', 'spin', 'timeout'] as const, 'worker'),
    transport: choice(options, 'transport', ['undici', 'raw'] as const, 'undici'),
    requestTimeoutMs: durationMs(options, 'timeout', '30s'),
    graceMs: durationMs(options, 'grace', '10s'),
    chunkTimes,
    canary: flags['canary'] !== false,
    allowRemote: flags['allowRemote'] === true,
    ...(shard === undefined ? {} : { shard: { index: shard[0], count: shard[1] } }),
    ...(plant === undefined ? {} : { plantedBlock: { blockMs: plant[0], everyMs: plant[1] } }),
    ...(startAtEpochMs === undefined ? {} : { startAtEpochMs }),
    ...(ca === undefined ? {} : { ca }),
  }
}
