/** Bytes that are invalid in their declared format; the message may be shown to the sender. */
export class SyntaxFault extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SyntaxFault';
  }
}
