/** Numbers the turns of the event loop in which sockets are read; one immediate for all connections that ask in a turn. */
export class EventLoopTurns {
  private turn = 0;
  private isMarked = false;

  /** Returns the number of the turn, which ends when all sockets that are ready have been read. */
  current(): number {
    if (!this.isMarked) {
      this.isMarked = true;
      setImmediate(this.end);
    }
    return this.turn;
  }

  private readonly end = (): void => {
    this.isMarked = false;
    this.turn += 1;
  };
}
