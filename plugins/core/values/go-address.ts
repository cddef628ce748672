import { goQuote } from '../../../src/plugin-api/built-in.js';

const MISPLACED_V4 = 'embedded IPv4 address must replace the final 2 fields of the address';
const NO_ROOM_FOR_V4 = 'too many hex fields to fit an embedded IPv4 at the end of the address';

/**
 * Returns why Go's strict parser of addresses rejects a text, in its words; undefined for an address of either family.
 */
export function addressFault(text: string): string | undefined {
  const fault = shortFault(text);
  return fault === undefined ? undefined : `ParseAddr(${goQuote(text)}): ${fault}`;
}

/** Returns the same for a network in CIDR form. */
export function networkFault(text: string): string | undefined {
  const fault = prefixFault(text);
  return fault === undefined ? undefined : `netip.ParsePrefix(${goQuote(text)}): ${fault}`;
}

function prefixFault(text: string): string | undefined {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return "no '/'";
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  const fault = addressFault(address);
  if (fault !== undefined) return fault;
  if (address.includes('%')) return 'IPv6 zones cannot be present in a prefix';
  if (!/^(0|[1-9][0-9]{0,17})$/.test(bits)) return `bad bits after slash: ${goQuote(bits)}`;
  return Number(bits) > (address.includes(':') ? 128 : 32) ? 'prefix length out of range' : undefined;
}

function shortFault(text: string): string | undefined {
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return fault4(text);
    case ':':
      return fault6(text);
    case '%':
      return 'missing IPv6 address';
    default:
      return 'unable to parse IP';
  }
}

function at(fault: string, rest: string): string {
  return `${fault} (at ${goQuote(rest)})`;
}

function fault4(text: string): string | undefined {
  const octets = text.split('.');
  let start = 0;
  for (const [i, octet] of octets.entries()) {
    const fault = octetFault(text, octet, { start, isLast: i === octets.length - 1 });
    if (fault !== undefined) return fault;
    if (i === 3 && octets.length > 4) return 'IPv4 address too long';
    start += octet.length + 1;
  }
  return octets.length < 4 ? 'IPv4 address too short' : undefined;
}

function octetFault(
  text: string,
  octet: string,
  { start, isLast }: { start: number; isLast: boolean },
): string | undefined {
  if (octet === '') return at('IPv4 field must have at least one digit', text.slice(start));
  let value = 0;
  for (let i = 0; i < octet.length; i++) {
    const isDigit = octet[i] >= '0' && octet[i] <= '9';
    if (!isDigit) return at('unexpected character', text.slice(start + i));
    if (i === 1 && value === 0) return 'IPv4 field has octet with leading zero';
    value = value * 10 + Number(octet[i]);
    if (value > 255) return 'IPv4 field has value >255';
  }
  // Go looks at the end of a text from its last point.
  return !isLast && start + octet.length === text.length - 1
    ? at('IPv4 field must have at least one digit', '.')
    : undefined;
}

/** How far an address of the sixth version is read: groups of two bytes, the place of `::`, and what is left of the text. */
interface Progress {
  bytes: number;
  hasGap: boolean;
  rest: string;
}

function fault6(text: string): string | undefined {
  const percent = text.indexOf('%');
  if (percent === text.length - 1) return 'zone must be a non-empty string';
  const address = percent < 0 ? text : text.slice(0, percent);
  const hasGap = address.startsWith('::');
  const progress: Progress = { bytes: 0, hasGap, rest: hasGap ? address.slice(2) : address };
  if (hasGap && progress.rest === '') return undefined;
  while (progress.bytes < 16) {
    const step = groupFault(progress);
    if (step.fault !== undefined) return step.fault;
    if (step.isEnd) break;
  }
  if (progress.rest !== '') return at('trailing garbage after address', progress.rest);
  if (progress.bytes < 16) return progress.hasGap ? undefined : 'address string too short';
  return progress.hasGap ? 'the :: must expand to at least one field of zeros' : undefined;
}

/** The result of one group: a fault, or the end of the address. */
interface Step {
  readonly fault?: string;
  readonly isEnd?: boolean;
}

const HEX = /^[0-9a-fA-F]{0,5}/;

function groupFault(progress: Progress): Step {
  const { rest } = progress;
  const digits = HEX.exec(rest)![0].length;
  if (digits > 4) return { fault: at('each group must have 4 or less digits', rest) };
  if (digits === 0) return { fault: at('each colon-separated field must have at least one digit', rest) };
  if (rest[digits] === '.') return embeddedFault(progress);
  progress.bytes += 2;
  progress.rest = rest.slice(digits);
  return progress.rest === '' ? { isEnd: true } : separatorFault(progress);
}

function embeddedFault(progress: Progress): Step {
  const { rest, bytes, hasGap } = progress;
  if (!hasGap && bytes !== 12) return { fault: at(MISPLACED_V4, rest) };
  if (bytes > 12) return { fault: at(NO_ROOM_FOR_V4, rest) };
  const fault = fault4(rest);
  if (fault !== undefined) return { fault };
  progress.bytes += 4;
  progress.rest = '';
  return { isEnd: true };
}

function separatorFault(progress: Progress): Step {
  const { rest } = progress;
  if (rest[0] !== ':') return { fault: at('unexpected character, want colon', rest) };
  if (rest.length === 1) return { fault: at('colon must be followed by more characters', rest) };
  progress.rest = rest.slice(1);
  if (rest[1] !== ':') return {};
  if (progress.hasGap) return { fault: at('multiple :: in address', progress.rest) };
  progress.hasGap = true;
  progress.rest = rest.slice(2);
  return { isEnd: progress.rest === '' };
}
