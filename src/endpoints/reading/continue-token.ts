import { type JsonValue, badRequest, textOfBytes } from '../../apimachinery/index.js';
import { JsonSyntaxError, parseJson } from '../../codecs/index.js';
import { NumberLiteral, jsonTypeOf } from '../../schema/index.js';

/** Where a paginated list continues. */
export interface ContinuePoint {
  /** The revision of the first page; below 0: the newest state, after a token expired. */
  readonly revision: number;
  /** The first key that may follow. */
  readonly startAt: string;
}

const API_VERSION = 'meta.k8s.io/v1';

/** Returns the first key that may follow another one: keys hold no NUL. */
export function keyAfter(key: string): string {
  return `${key}\u0000`;
}

/** Writes a continue token: base64url of JSON with the version and the key below the prefix, as the reference does. */
export function encodeContinueToken({ revision, startAt }: ContinuePoint, prefix: string): string {
  const token: Token = { v: API_VERSION, rv: revision, start: startAt.slice(prefix.length) };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Parses a continue token; 400 if it is invalid. A token cannot refer to another collection. */
export function decodeContinueToken(token: string, prefix: string): ContinuePoint {
  const { v, rv, start } = readToken(decodeBase64(token));
  if (v !== API_VERSION) throw badToken(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw badToken('incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  if (start === '') throw badToken('encoded start key empty (version meta.k8s.io/v1)');
  const key = start.startsWith('/') ? start.slice(1) : start;
  if (key !== '' && key.split('/').some((s) => s === '' || s === '..' || s === '.')) throw badToken(start);
  return { revision: rv, startAt: prefix + key };
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

/** Reads the members of a token as Go does: in their order, the last of a name counts, whatever its case, and null says nothing. */
function readToken(text: string): Token {
  const token = { v: '', rv: 0, start: '' };
  const value = parseToken(text);
  if (value === null) return token;
  if (jsonTypeOf(value) !== 'object') {
    throw badToken(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type storage.continueToken`);
  }
  for (const [spelling, member] of Object.entries(value)) {
    const name = spelling.toLowerCase();
    if (member === null) continue;
    if (name === 'rv') token.rv = numberOf(member);
    else if (name === 'v' || name === 'start') token[name] = textOf(member, name);
  }
  return token;
}

function parseToken(text: string): JsonValue {
  try {
    return parseJson(text, { keepsLiterals: true }).value;
  } catch (error) {
    throw error instanceof JsonSyntaxError ? badToken(error.message) : error;
  }
}

function textOf(member: unknown, name: string): string {
  if (typeof member === 'string') return member;
  throw badToken(mismatch(jsonTypeOf(member), name, 'string'));
}

function numberOf(member: JsonValue): number {
  if (typeof member === 'bigint' && BigInt.asIntN(64, member) === member) return Number(member);
  if (typeof member === 'number' && Number.isSafeInteger(member)) return member;
  throw badToken(mismatch(shownType(member), 'rv', 'int64'));
}

/** The type of a member as Go's errors show it: numbers with their text. Objects are a client's: never convert these. */
function shownType(member: JsonValue): string {
  const type = jsonTypeOf(member);
  if (type !== 'number') return type;
  return `number ${member instanceof NumberLiteral ? member.text : String(member as number | bigint)}`;
}

function mismatch(found: string, name: string, wanted: string): string {
  return `json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${wanted}`;
}

function badToken(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
