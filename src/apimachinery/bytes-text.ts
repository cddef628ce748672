import { isUtf8 } from 'node:buffer';

/** The surrogate that represents an invalid byte; it cannot occur in UTF-8 (PEP 383). */
const ESCAPES = 0xdc00;
/** Bytes that one character takes at most. */
const LONGEST = 4;

/**
 * Returns the text that bytes are in UTF-8. A byte that belongs to no character is kept as a lone surrogate: two
 * different sequences of bytes never give the same text, and messages can show which byte it was.
 */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = characterAt(bytes, at);
    text += length > 0 ? bytes.toString('utf8', at, at + length) : String.fromCharCode(ESCAPES + bytes[at]);
    at += length || 1;
  }
  return text;
}

/** How many bytes the character at a place takes; 0 if there is none. */
function characterAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= LONGEST && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/** Returns the text of a header, of which Node gives each byte as a character. */
export function textOfHeader(value: string): string {
  return ASCII.test(value) ? value : textOfBytes(Buffer.from(value, 'latin1'));
}

/** Halves of characters, alone or in pairs: most texts have none. */
const SURROGATE = /[\ud800-\udfff]/;

const ASCII = /^[\x00-\x7f]*$/;

/** Returns a text as it is sent to others: what stood for bytes that are no text becomes the replacement character. */
export function wellFormed(text: string): string {
  return SURROGATE.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text;
}
