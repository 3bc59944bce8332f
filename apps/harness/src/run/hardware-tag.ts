import { arch, availableParallelism, cpus, platform } from 'node:os'

/** Short tag of this machine for the name of a run, such as `linux-x64-2c` or `m3pro-macos`: no host name, no serial. */
export function hardwareTag(): string {
  const apple = /^Apple (M\d+(?: (?:Pro|Max|Ultra))?)/.exec(cpus()[0]?.model ?? '')
  if (apple) return `${apple[1]!.replace(' ', '').toLowerCase()}-macos`
  return `${platform() === 'darwin' ? 'macos' : platform()}-${arch()}-${availableParallelism()}c`
}
