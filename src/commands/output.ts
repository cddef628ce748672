/** Where a command writes what it has to say. */
export interface Output {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown };
}

/** A usage error of a command, or an error in an input file; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The exit codes of commands. */
export const EXIT = { done: 0, otherwise: 1, misused: 2 } as const;
