/** Types of the Distinguished Encoding Rules (X.690) that certificates have. */
const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;
/** Longer contents have the length of their length in the first byte. */
const LONG = 0x80;
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
/** UTCTime has two digits for the year, of 1950 to 2049 (RFC 5280, 4.1.2.5). */
const LAST_SHORT_YEAR = 2049;

/** A sequence of elements. */
export function sequence(...members: readonly Buffer[]): Buffer {
  return element(TAGS.sequence, Buffer.concat(members));
}

/** A set of elements. */
export function set(...members: readonly Buffer[]): Buffer {
  return element(TAGS.set, Buffer.concat(members));
}

/** A member with a number in place of its type; `isConstructed` if its content is elements. */
export function tagged(number: number, content: Buffer, isConstructed = false): Buffer {
  return element(CONTEXT | (isConstructed ? CONSTRUCTED : 0) | number, content);
}

/** An integer of big-endian bytes, whose highest bit is its sign. */
export function integer(bytes: Buffer): Buffer {
  return element(TAGS.integer, bytes);
}

/** The boolean true; false is a default, which is left out. */
export function truth(): Buffer {
  return element(TAGS.boolean, Buffer.of(0xff));
}

/** A string of bytes. */
export function octetString(content: Buffer): Buffer {
  return element(TAGS.octetString, content);
}

/** A string of bits, the last of which are not part of it. */
export function bitString(content: Buffer, unusedBits = 0): Buffer {
  return element(TAGS.bitString, Buffer.concat([Buffer.of(unusedBits), content]));
}

/** An object identifier in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  return element(TAGS.objectIdentifier, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Text in the smallest of the types that names have. */
export function directoryString(text: string): Buffer {
  return PRINTABLE.test(text)
    ? element(TAGS.printableString, Buffer.from(text, 'latin1'))
    : element(TAGS.utf8String, Buffer.from(text));
}

/** A moment, in whole seconds. */
export function time(moment: Date): Buffer {
  const digits = moment.toISOString().replaceAll(/\.\d+|[-:T]/g, '');
  return moment.getUTCFullYear() <= LAST_SHORT_YEAR
    ? element(TAGS.utcTime, Buffer.from(digits.slice(2)))
    : element(TAGS.generalizedTime, Buffer.from(digits));
}

/** An element of an encoded text. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

/** The elements that a valid text consists of; the members of a sequence if the text is its content. */
export function readElements(text: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < text.length; at += elements[elements.length - 1].whole.length) {
    const { start, length } = readLength(text, at + 1);
    const end = start + length;
    elements.push({ tag: text[at], content: text.subarray(start, end), whole: text.subarray(at, end) });
  }
  return elements;
}

function readLength(text: Buffer, at: number): { start: number; length: number } {
  if (text[at] < LONG) return { start: at + 1, length: text[at] };
  const bytes = text[at] - LONG;
  return { start: at + 1 + bytes, length: text.readUIntBE(at + 1, bytes) };
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, ...lengthBytes(content.length)), content]);
}

function lengthBytes(length: number): number[] {
  if (length < LONG) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [LONG | bytes.length, ...bytes];
}

/** Seven bits in each byte, of which all but the last have the highest bit set. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
