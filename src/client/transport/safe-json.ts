import { parseExactJson } from '../../apimachinery/index.js';
import { OutboundError } from '../../outbound/index.js';

/** The name that changes prototypes where objects are copied; JSON may also write it with escapes. */
const SUSPECT = /__proto__|\\u00[567]/i;

/**
 * Reads JSON from a server. Integers that a number does not hold come as bigint. Members named `__proto__` are left out, so
 * that no copy of the result has another prototype. Fails with OutboundError, without the text.
 */
export function readJson(text: string): unknown {
  try {
    return parseExactJson(text, SUSPECT.test(text) ? withoutPrototypes : undefined);
  } catch {
    throw new OutboundError('malformed', 'the answer is not JSON');
  }
}

function withoutPrototypes(_: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) delete (value as Record<string, unknown>).__proto__;
  return value;
}

/** Reads a JSON object; fails as `readJson`. */
export function readJsonObject(text: string): object {
  const value = readJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new OutboundError('malformed', 'the answer is no JSON object');
}
