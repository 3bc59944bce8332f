/** Path of this process in one hierarchy of `/proc/self/cgroup`: version 2 for `''`, else the controller of version 1. */
export function parseCgroupPath(text: string, controller: string): string | null {
  for (const line of text.split('\n')) {
    const match = /^\d+:([^:]*):(\/.*)$/.exec(line)
    if (match !== null && match[1]!.split(',').includes(controller) && !match[2]!.split('/').includes('..')) return match[2]!
  }
  return null
}
