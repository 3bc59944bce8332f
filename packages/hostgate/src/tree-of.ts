import type { ProcessEntry } from './process-entry.js'

/** A process and all its descendants; empty when it is not in the table. */
export function treeOf(processes: readonly ProcessEntry[], pid: number): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>()
  for (const entry of processes) children.set(entry.parentPid, [...(children.get(entry.parentPid) ?? []), entry])
  const tree = processes.filter((entry) => entry.pid === pid).slice(0, 1)
  const seen = new Set([pid])
  for (let index = 0; index < tree.length; index += 1) {
    for (const child of children.get(tree[index]!.pid) ?? []) {
      if (seen.has(child.pid)) continue
      seen.add(child.pid)
      tree.push(child)
    }
  }
  return tree
}
