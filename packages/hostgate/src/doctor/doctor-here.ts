import { runDoctor } from './run-doctor.js'

/** Whether output may be coloured: on a terminal that can, and by nobody's wish not (no-color.org: an empty NO_COLOR is no wish). */
export function wantsColour(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb'
}

/** Options of a command that is `lat-doctor` under another name, as its parser gives them. */
export type DoctorOptions = Readonly<Partial<Record<'json' | 'watch' | 'floor' | 'minutes' | 'readings', string | number | boolean>>>

/** The same options as words of a command line. */
export function doctorArguments(options: DoctorOptions): string[] {
  const flags = (['json', 'watch'] as const).flatMap((name) => (options[name] === true ? [`--${name}`] : []))
  const values = (['floor', 'minutes', 'readings'] as const).flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, String(options[name])]))
  return [...flags, ...values]
}

/** `lat-doctor` on the streams and in the environment of this process. Ends the process when nobody reads on, as `| head` does. */
export function doctorHere(args: readonly string[], version?: string): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(141)
  })
  return runDoctor(args, {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colour: wantsColour(process.stdout.isTTY, process.env),
    environment: process.env,
    ...(version === undefined ? {} : { version }),
  })
}
