/** A write that met another one and may be computed again; carries what the client is told when it is not. */
export class WriteRace extends Error {
  constructor(readonly answer: unknown) {
    super('lost a race against another write');
  }
}

/** Whether a write failed only because another one came first. */
export const isWriteRace = (error: unknown): boolean => error instanceof WriteRace;

/** What the client is told of a failure, race or not. */
export const withoutRace = (error: unknown): unknown => (error instanceof WriteRace ? error.answer : error);
