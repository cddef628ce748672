import { type Cidr, goQuote, type IpAddress } from '../../apimachinery/index.js';

/** An address that was read, with its zone, which is '' if there is none. */
export interface ReadAddress {
  readonly address: IpAddress;
  readonly zone: string;
}

/** The reason why a text is not an address; `at` is the rest of the text if that is shown. */
class AddressError extends Error {
  constructor(
    message: string,
    readonly at = '',
  ) {
    super(message);
  }
}

/** Reads an IP address as Go's `netip.ParseAddr` does, or answers its error. */
export function parseAddress(text: string): ReadAddress | string {
  try {
    return readAddress(text);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const place = error.at === '' ? '' : ` (at ${goQuote(error.at)})`;
    return `ParseAddr(${goQuote(text)}): ${error.message}${place}`;
  }
}

/** Reads a network as Go's `netip.ParsePrefix` does, or answers its error. */
export function parsePrefix(text: string): Cidr | string {
  const fault = (message: string): string => `netip.ParsePrefix(${goQuote(text)}): ${message}`;
  const slash = text.lastIndexOf('/');
  if (slash < 0) return fault("no '/'");
  const read = parseAddress(text.slice(0, slash));
  if (typeof read === 'string') return fault(read);
  if (read.zone !== '') return fault('IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d{0,17})$/.test(bits)) return fault(`bad bits after slash: ${goQuote(bits)}`);
  const prefixLength = Number(bits);
  if (prefixLength > (read.address.family === 4 ? 32 : 128)) return fault('prefix length out of range');
  return { address: read.address, prefixLength };
}

function readAddress(text: string): ReadAddress {
  const kind = /[.:%]/.exec(text)?.[0];
  if (kind === '.') return { address: { family: 4, bits: readIpv4(text) }, zone: '' };
  if (kind === ':') return readIpv6(text);
  throw new AddressError(kind === '%' ? 'missing IPv6 address' : 'unable to parse IP');
}

function readIpv4(text: string): bigint {
  const fields = [0];
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const last = fields.length - 1;
    if (isDigit(text[i])) {
      if (digits === 1 && fields[last] === 0) throw new AddressError('IPv4 field has octet with leading zero');
      fields[last] = fields[last] * 10 + Number(text[i]);
      digits++;
      if (fields[last] > 255) throw new AddressError('IPv4 field has value >255');
    } else if (text[i] === '.') {
      if (i === 0 || i === text.length - 1 || text[i - 1] === '.') {
        throw new AddressError('IPv4 field must have at least one digit', text.slice(i));
      }
      if (fields.length === 4) throw new AddressError('IPv4 address too long');
      fields.push(0);
      digits = 0;
    } else throw new AddressError('unexpected character', text.slice(i));
  }
  if (fields.length < 4) throw new AddressError('IPv4 address too short');
  return fields.reduce((bits, field) => (bits << 8n) | BigInt(field), 0n);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

const FIELDS = 8;

/** The fields of an address of version 6, of 16 bits each, and where `::` stands among them. */
interface Ipv6Fields {
  readonly fields: bigint[];
  ellipsis: number | undefined;
}

function readIpv6(text: string): ReadAddress {
  const mark = text.indexOf('%');
  const zone = mark < 0 ? '' : text.slice(mark + 1);
  if (mark >= 0 && zone === '') throw new AddressError('zone must be a non-empty string');
  const written = mark < 0 ? text : text.slice(0, mark);
  const read: Ipv6Fields = { fields: [], ellipsis: written.startsWith('::') ? 0 : undefined };
  const rest = written === '::' ? '' : readFields(read.ellipsis === 0 ? written.slice(2) : written, read);
  if (rest !== '') throw new AddressError('trailing garbage after address', rest);
  const missing = FIELDS - read.fields.length;
  if (missing > 0 && read.ellipsis === undefined) throw new AddressError('address string too short');
  if (missing === 0 && read.ellipsis !== undefined) {
    throw new AddressError('the :: must expand to at least one field of zeros');
  }
  read.fields.splice(read.ellipsis ?? FIELDS, 0, ...new Array<bigint>(missing).fill(0n));
  return { address: { family: 6, bits: read.fields.reduce((bits, field) => (bits << 16n) | field, 0n) }, zone };
}

/** Reads fields, and the four of version 4 that may end them; answers what is left of the text. */
function readFields(text: string, read: Ipv6Fields): string {
  let rest = text;
  while (read.fields.length < FIELDS) {
    const length = hexLength(rest);
    if (rest[length] === '.') {
      appendIpv4(rest, read);
      return '';
    }
    read.fields.push(BigInt(`0x${rest.slice(0, length)}`));
    const after = rest.slice(length);
    if (after === '') return '';
    if (after[0] !== ':') throw new AddressError('unexpected character, want colon', after);
    if (after === ':') throw new AddressError('colon must be followed by more characters', after);
    rest = after.slice(1);
    if (rest[0] !== ':') continue;
    if (read.ellipsis !== undefined) throw new AddressError('multiple :: in address', rest);
    read.ellipsis = read.fields.length;
    rest = rest.slice(1);
    if (rest === '') return '';
  }
  return rest;
}

function hexLength(text: string): number {
  const { length } = /^[\da-f]*/i.exec(text)![0];
  if (length > 4) throw new AddressError('each group must have 4 or less digits', text);
  if (length === 0) {
    throw new AddressError('each colon-separated field must have at least one digit', text);
  }
  return length;
}

function appendIpv4(text: string, { fields, ellipsis }: Ipv6Fields): void {
  if (ellipsis === undefined && fields.length !== 6) {
    throw new AddressError('embedded IPv4 address must replace the final 2 fields of the address', text);
  }
  if (fields.length > 6) {
    throw new AddressError('too many hex fields to fit an embedded IPv4 at the end of the address', text);
  }
  const bits = readIpv4(text);
  fields.push(bits >> 16n, bits & 0xffffn);
}
