/** What became of a command. It never throws: a sensor that cannot be asked is a reading, not an accident. */
export type CommandResult =
  | { readonly ran: true; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly ran: false; readonly reason: 'missing' | 'timeout' | 'too-much-output' | 'failed'; readonly message: string }

/** The only way in which this package starts a program to ask it something. Tests put recorded answers behind it. */
export type CommandRunner = (command: string, args: readonly string[], timeoutMs: number) => Promise<CommandResult>
