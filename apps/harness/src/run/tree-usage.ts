import { processTreeUsage, valueOrNull } from '@lat/hostgate'
import type { TreeUsage } from './host.js'

/** CPU and memory of a process and its descendants up to now. */
export async function treeUsage(pid: number): Promise<TreeUsage> {
  const usage = valueOrNull(await processTreeUsage(pid))
  return usage === null ? { cpuSeconds: null, rssBytes: null, processes: null } : { ...usage }
}
