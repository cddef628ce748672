import { SyntaxFault } from '../syntax-fault.js';

/** A body that is no CBOR, or CBOR that is not taken; worded as the reference's decoder words it. */
export class CborError extends SyntaxFault {
  constructor(message: string) {
    super(message);
    this.name = 'CborError';
  }
}
