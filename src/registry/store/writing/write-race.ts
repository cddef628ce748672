/**
 * A write that conflicted with another one and may be recomputed; carries the client's error for the case that it is
 * not.
 */
export class WriteRace extends Error {
  constructor(readonly answer: unknown) {
    super('lost a race against another write');
  }
}

/** Reports whether a write failed only because another one came first. */
export const isWriteRace = (error: unknown): boolean => error instanceof WriteRace;

/** Returns the client's error for a failure, race or not. */
export const withoutRace = (error: unknown): unknown => (error instanceof WriteRace ? error.answer : error);
