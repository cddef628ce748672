import { cutText } from '../apimachinery/index.js';
import type { SentOperation } from './json-patch-operations.js';

/** The ways in which an operation of a JSON patch does not fit its document. */
type FaultKind = 'no path' | 'missing path' | 'invalid value' | 'test failed' | 'too much' | 'unknown operation';

/** An operation that cannot be applied; `describeFault` words it. Never contains parts of the document. */
export class JsonPatchFault extends Error {
  override readonly name = 'JsonPatchFault';

  constructor(
    readonly kind: FaultKind,
    reason = '',
  ) {
    super(reason);
  }
}

/** The most characters that are shown of a name or path. */
const MAX_SHOWN = 512;

/** The message for an operation that cannot be applied (upstream: evanphx/json-patch). */
export function describeFault({ op, path }: SentOperation, { kind, message }: JsonPatchFault): string {
  const [name, shown] = [cut(op), cut(path)];
  switch (kind) {
    case 'no path':
      return `${name} operation failed to decode path: missing value`;
    case 'missing path':
      return `${name} operation does not apply: doc is missing path: "${shown}": missing value`;
    case 'test failed':
      return `testing value ${shown} failed: test failed`;
    case 'unknown operation':
      return `Unexpected kind: ${name}`;
    case 'too much':
      return message;
    case 'invalid value':
      return `error in ${name} for path: '${shown}': ${cut(message)}`;
  }
}

function cut(text: unknown): string {
  return typeof text === 'string' ? cutText(text, MAX_SHOWN) : 'unknown';
}
