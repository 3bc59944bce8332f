import type { Manifest } from './manifest.js'

/**
 * Why a manifest cannot stand for a run: each required key that is missing, and, for an evidence run, a
 * `TREE_DIRTY` that is not exactly `false`. Other spellings, such as `False`, are refused, not guessed at.
 *
 * @example manifestRefusals(new Map([['MODE', 'evidence'], ['TREE_DIRTY', 'true']]), ['MODE']) // ['TREE_DIRTY is "true"; an evidence run has a clean tree and says exactly "false"']
 */
export function manifestRefusals(manifest: Manifest, requiredKeys: Iterable<string>): string[] {
  const required = new Set(requiredKeys)
  const evidence = manifest.get('MODE') === 'evidence'
  if (evidence) required.add('TREE_DIRTY')
  const refusals = [...required].filter((key) => !manifest.has(key)).map((key) => `${key} is missing`)
  const dirty = manifest.get('TREE_DIRTY')
  if (evidence && dirty !== undefined && dirty !== 'false') {
    refusals.push(`TREE_DIRTY is "${dirty}"; an evidence run has a clean tree and says exactly "false"`)
  }
  return refusals
}
