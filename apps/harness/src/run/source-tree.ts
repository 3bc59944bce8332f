import { execFileSync } from 'node:child_process'

/** The commit a run is made at; outside a git checkout there is none, and the tree counts as dirty. */
export interface SourceTree {
  readonly shortSha: string
  readonly commit: string | null
  readonly tree: string | null
  readonly dirty: boolean
}

function git(cwd: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

export function readSourceTree(cwd: string): SourceTree {
  const commit = git(cwd, 'rev-parse', 'HEAD')
  if (commit === null) return { shortSha: '0000000', commit: null, tree: null, dirty: true }
  const status = git(cwd, 'status', '--porcelain', '--untracked-files=normal')
  return { shortSha: commit.slice(0, 7), commit, tree: git(cwd, 'rev-parse', 'HEAD^{tree}'), dirty: status !== '' }
}
