import { badRequest, withoutTrailing } from '../../apimachinery/index.js';

/** Where a paginated list goes on. */
export interface ContinuePoint {
  /** The revision of the first page; -1: the newest state, after a token expired. */
  readonly revision: number;
  /** The last key of the page before. */
  readonly startAfter: string;
}

const API_VERSION = 'meta.k8s.io/v1';

/** Writes a continue token: base64url of JSON with the version and the key below the prefix, as the reference does. */
export function encodeContinueToken({ revision, startAfter }: ContinuePoint, prefix: string): string {
  const start = `${startAfter.slice(prefix.length)}\u0000`;
  return Buffer.from(JSON.stringify({ v: API_VERSION, rv: revision, start })).toString('base64url');
}

/** Reads a continue token; 400 when it is none of this server's. A token cannot lead out of its collection. */
export function decodeContinueToken(token: string, prefix: string): ContinuePoint {
  const { v, rv, start } = parseToken(token);
  if (v !== API_VERSION) {
    throw badToken(`server does not recognize this encoded version "${typeof v === 'string' ? v : ''}"`);
  }
  if (typeof rv !== 'number' || rv === 0 || !Number.isSafeInteger(rv)) {
    throw badToken('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof start !== 'string' || start === '') throw badToken('encoded start key empty (version meta.k8s.io/v1)');
  const cleaned = withoutTrailing(start, '\u0000');
  if (cleaned.startsWith('/') || cleaned.split('/').some((s) => s === '..' || s === '.')) {
    throw badToken(`encoded start key is not normalized: ${start}`);
  }
  return { revision: rv, startAfter: prefix + cleaned };
}

function parseToken(token: string): { v?: unknown; rv?: unknown; start?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Answered below, with every other token that is none.
  }
  throw badToken('continue key is not valid: illegal base64 data at input byte 0');
}

function badToken(why: string): Error {
  return badRequest(why.startsWith('continue key') ? why : `continue key is not valid: ${why}`);
}
