import { type JsonValue, badRequest, textOfBytes, withoutTrailing } from '../../apimachinery/index.js';
import { JsonSyntaxError, parseJson } from '../../codecs/index.js';
import { jsonTypeOf } from '../../schema/index.js';

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
  const { v, rv, start } = readToken(decodeBase64(token));
  if (v !== API_VERSION) throw badToken(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw badToken('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  if (start === '') throw badToken('encoded start key empty (version meta.k8s.io/v1)');
  const key = start.startsWith('/') ? start.slice(1) : start;
  if (key !== '' && key.split('/').some((s) => s === '' || s === '..' || s === '.')) throw badToken(start);
  return { revision: rv, startAfter: prefix + withoutTrailing(key, '\u0000') };
}

interface Token {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

const ALPHABET = /^[A-Za-z0-9_-]*$/;

/** The text that base64url without padding stands for; line breaks are read past, as in Go. */
function decodeBase64(token: string): string {
  const sent = Buffer.from(token, 'utf8').toString('latin1');
  const text = sent.replace(/[\r\n]/g, '');
  // A last group of one character holds less than a byte.
  const isWhole = text.length % 4 !== 1;
  if (ALPHABET.test(text) && isWhole) return textOfBytes(Buffer.from(text, 'base64url'));
  const wrong = sent.search(/[^A-Za-z0-9_\-\r\n]/);
  throw badToken(`illegal base64 data at input byte ${wrong < 0 ? sent.length - 1 : wrong}`);
}

function readToken(text: string): Token {
  const value = parseToken(text);
  if (value === null) return { v: '', rv: 0, start: '' };
  if (jsonTypeOf(value) !== 'object') {
    throw badToken(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type storage.continueToken`);
  }
  const members = value as { readonly [name: string]: JsonValue };
  return { v: textOf(members, 'v'), rv: numberOf(members.rv), start: textOf(members, 'start') };
}

function parseToken(text: string): JsonValue {
  try {
    return parseJson(text).value;
  } catch (error) {
    throw error instanceof JsonSyntaxError ? badToken(error.message) : error;
  }
}

function textOf(members: { readonly [name: string]: JsonValue }, name: string): string {
  const member = members[name] ?? '';
  if (typeof member === 'string') return member;
  throw badToken(mismatch(jsonTypeOf(member), name, 'string'));
}

function numberOf(member: JsonValue | undefined): number {
  const sent: unknown = member ?? 0;
  if (typeof sent === 'bigint' && BigInt.asIntN(64, sent) === sent) return Number(sent);
  if (typeof sent === 'number' && Number.isSafeInteger(sent)) return sent;
  const found = jsonTypeOf(sent);
  throw badToken(mismatch(found === 'number' ? `number ${String(sent)}` : found, 'rv', 'int64'));
}

function mismatch(found: string, name: string, wanted: string): string {
  return `json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${wanted}`;
}

function badToken(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
