import type { CacheEntry } from '../../storage/index.js';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set(Buffer.from('{['));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from('}]'));

/**
 * Returns the uid of an entry's object; empty if it has none or cannot be read. Scans only the bytes before it and parses
 * nothing: sharded lists need the uid of every object. Names are compared at their depth, because labels, annotations and
 * owners can have members of the same name.
 */
export function uidOfEntry({ bytes }: CacheEntry): string {
  const metadata = memberIn(bytes, 0, METADATA);
  const uid = metadata === -1 ? -1 : memberIn(bytes, metadata, UID);
  if (uid === -1 || bytes[uid] !== QUOTE) return '';
  const text = bytes.toString('utf8', uid, endOfText(bytes, uid));
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

const METADATA = Buffer.from('"metadata"');
const UID = Buffer.from('"uid"');

/** Where the value of a member begins in the object that begins at a place, written on one line without spaces; -1 without it. */
function memberIn(bytes: Buffer, object: number, name: Buffer): number {
  let at = object + 1;
  while (bytes[at] === QUOTE) {
    const end = endOfText(bytes, at);
    if (bytes[end] !== COLON) return -1;
    if (end - at === name.length && bytes.compare(name, 0, name.length, at, end) === 0) return end + 1;
    at = endOfValue(bytes, end + 1);
    if (bytes[at] !== COMMA) return -1;
    at += 1;
  }
  return -1;
}

/** Where the text that begins at a place is over. A loop: texts are short, and calls of native searches take longer. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (depth === 0 && at > start && (byte === COMMA || CLOSING.has(byte))) return at;
    if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    at = byte === QUOTE ? endOfText(bytes, at) : at + 1;
  }
  return at;
}
