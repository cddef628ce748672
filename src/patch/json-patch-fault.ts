import { cutText, goQuote } from '../apimachinery/index.js';
import type { SentOperation } from './json-patch-operations.js';

/** The ways in which an operation of a JSON patch does not fit its document. */
type FaultKind = 'no path' | 'missing path' | 'invalid value' | 'test failed' | 'too much' | 'unknown operation';

/** An operation that cannot be applied; `describeFault` words it. Never contains parts of the document. */
export class JsonPatchFault extends Error {
  override readonly name = 'JsonPatchFault';
  /** True if the value that is moved or copied cannot be taken from where it is. */
  isAtSource = false;

  constructor(
    readonly kind: FaultKind,
    reason = '',
  ) {
    super(reason);
  }
}

/** The most characters that are shown of a name or path. */
const MAX_SHOWN = 512;

/** Returns the message for an operation that cannot be applied (upstream: evanphx/json-patch). */
export function describeFault(operation: SentOperation, fault: JsonPatchFault): string {
  const [name, path] = [cut(operation.op), cut(operation.path)];
  switch (fault.kind) {
    case 'no path':
      return `${name} operation failed to decode ${undecoded(name, fault)}missing value`;
    case 'missing path':
      return `${name} operation does not apply: ${missing(operation, fault)}: missing value`;
    case 'test failed':
      return `testing value ${path} failed: test failed`;
    case 'unknown operation':
      return `Unexpected kind: ${name}`;
    case 'too much':
      return fault.message;
    case 'invalid value':
      return invalidValue(operation, fault);
  }
}

/** Returns the reason for an index that is no number. */
export function noIndex(key: string, use?: 'add'): string {
  const text = cut(key);
  const reason = `strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`;
  return use === 'add' ? `value was not a proper array index: '${text}': ${reason}` : reason;
}

function undecoded(name: string, { isAtSource }: JsonPatchFault): string {
  if (isAtSource) return 'from: operation, missing from field: ';
  return ['replace', 'test', 'move'].includes(name) ? 'path: operation missing path field: ' : 'path: ';
}

function missing({ op, path, from }: SentOperation, { isAtSource }: JsonPatchFault): string {
  if (isAtSource) return `doc is missing from path: ${cut(from)}`;
  if (op === 'move' || op === 'copy') return `doc is missing destination path: ${cut(path)}`;
  if (op === 'test') return `is missing path: ${cut(path)}`;
  return op === 'replace' ? `doc is missing path: ${cut(path)}` : `doc is missing path: "${cut(path)}"`;
}

function invalidValue({ op, path, from }: SentOperation, { isAtSource, message }: JsonPatchFault): string {
  if (op === 'replace') return `replace operation does not apply: doc is missing key: ${cut(path)}: missing value`;
  if (op === 'copy')
    return `${isAtSource ? `error in copy for from: '${cut(from)}'` : 'error while adding value during copy'}: ${message}`;
  const place = isAtSource ? cut(from).split('/').at(-1) : cut(path);
  return `error in ${cut(op)} for path: '${place}': ${cut(message)}`;
}

function cut(text: unknown): string {
  return typeof text === 'string' ? cutText(text, MAX_SHOWN) : 'unknown';
}
