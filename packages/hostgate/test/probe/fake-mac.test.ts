import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHost, DEFAULT_HOST_LIMITS, processTreeUsage, readHostReport, systemHost, systemRunner, valueOrNull, type Host } from '../../src/index.js'
import { input } from '../input.js'

/** A Mac as a directory of programs that print what the real ones print, whatever system the test runs on. */
const tools: Record<string, string> = {
  top: 'echo "CPU usage: 11.50% user, 13.69% sys, 74.80% idle"; echo "CPU usage: 1.04% user, 1.88% sys, 97.8% idle"',
  pmset: `case "$*" in
    "-g") cat <<'END'\n${input('mac/pmset-g/03-as-powermode0.txt')}END
    ;; "-g batt") cat <<'END'\n${input('mac/pmset-g-batt/06-ac-finishing.txt')}END
    ;; "-g therm") cat <<'END'\n${input('mac/pmset-g-therm/01-apple-silicon-notes.txt')}END
    ;; *) exit 64 ;; esac`,
  sysctl: `case "$2" in
    vm.loadavg) echo "{ 7.58 6.03 5.38 }" ;;
    sysctl.proc_translated) echo 0 ;;
    hw.optional.arm64) echo 1 ;;
    kern.hv_vmm_present) echo 0 ;;
    net.inet.ip.portrange.first) echo 49152; echo 65535 ;;
    kern.ipc.somaxconn) echo 128 ;;
    *) echo "sysctl: unknown oid '$2'" >&2; exit 1 ;; esac`,
  netstat: 'echo "Proto Recv-Q Send-Q  Local Address  Foreign Address  (state)"; echo "tcp4 0 0 127.0.0.1.54589 127.0.0.1.443 TIME_WAIT"',
  vm_stat: `cat <<'END'\n${input('mac/vm_stat/01-apple-silicon.txt')}END`,
  ps: '[ "$*" = "-A -S -o pid=,ppid=,rss=,time=" ] && printf "  10  1  100  75:00.50\\n  11  10  200  0:00.50\\n"',
  sh: 'echo 10240',
  cat: 'exec /bin/cat "$@"',
}

let directory: string
let host: Host
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lat-mac-'))
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(directory, name), 0o755)
  }
  host = { ...systemHost(), platform: 'darwin', architecture: 'arm64', cpuModel: 'Apple M4 Max', coreCount: 16, run: systemRunner([directory]) }
})
afterAll(() => rmSync(directory, { recursive: true }))

describe('a Mac of fake programs', () => {
  it('is ready for an evidence run', async () => {
    const report = await readHostReport({ host })
    expect(valueOrNull(report.idle)).toMatchObject({ meanPercent: 97.08 })
    expect(valueOrNull(report.powerSource)).toEqual({ kind: 'mains', batteryPercent: 99 })
    expect(report.facts).toMatchObject({ hardwareTag: 'apple-m4-max-16c', virtualisation: { value: 'none' }, ephemeralPorts: { value: { count: 16_384 } } })
    expect(checkHost(report, DEFAULT_HOST_LIMITS, 'evidence').filter(({ level }) => level === 'red')).toEqual([])
  })

  it('says what a process tree has used', async () => {
    expect(valueOrNull(await processTreeUsage(10, host))).toEqual({ cpuSeconds: 4_501, rssBytes: 300 * 1024, processes: 2 })
  })
})
