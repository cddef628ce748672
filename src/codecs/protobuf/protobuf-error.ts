import { SyntaxFault } from '../syntax-fault.js';

/** Bytes that are no Kubernetes protobuf. Messages are worded as Go's decoder words them. */
export class ProtobufError extends SyntaxFault {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProtobufError';
  }

  /** Converts what the reader throws into an error of this kind. */
  static from(error: unknown): ProtobufError {
    if (error instanceof ProtobufError) return error;
    const text = error instanceof Error ? error.message : String(error);
    if (/call stack/.test(text)) return new ProtobufError('proto: exceeded max depth', { cause: error });
    if (error instanceof RangeError) return new ProtobufError('unexpected EOF', { cause: error });
    if (/varint|tag encoding/.test(text)) return new ProtobufError('proto: integer overflow', { cause: error });
    const wireType = /invalid wire type (\d)/.exec(text);
    return new ProtobufError(wireType ? `proto: illegal wireType ${wireType[1]}` : `proto: ${text}`, { cause: error });
  }
}
