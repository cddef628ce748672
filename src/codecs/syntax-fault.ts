/** Bytes that are not in the format they claim to be in; the message may be shown to whoever sent them. */
export class SyntaxFault extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SyntaxFault';
  }
}
