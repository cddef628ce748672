/** A body that holds more than is read of one; the message says what and how much, and may be shown to whoever sent it. */
export class SizeFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SizeFault';
  }
}
