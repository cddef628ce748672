/** A body that exceeds a limit; the message states which and by how much, and may be shown to the sender. */
export class SizeFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SizeFault';
  }
}
