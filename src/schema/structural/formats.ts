import {
  hasRule,
  isDns1123Label,
  isDns1123Subdomain,
  parseCidr,
  parseDuration,
  parseIp,
} from '../../apimachinery/index.js';
import { isCreditCard, isIsbn10, isIsbn13 } from './check-digits.js';
import { isEmail } from './email-format.js';
import { isDate, isDateTime, isLooseDuration } from './time-formats.js';

/** Reports whether a text has a format. */
export type FormatCheck = (text: string) => boolean;

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID3 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID4 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const UUID5 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const BYTES = /^[A-Za-z0-9+/]+={0,2}$/;
const MAC = /^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1)*[0-9a-f]{2}|(?:[0-9a-f]{4}\.)+[0-9a-f]{4})$/i;
const MAC_DIGITS = new Set([12, 16, 40]);
const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const LABEL = /^[a-z0-9\p{S}\p{L}](?:[a-z0-9\p{S}\p{L}-]{0,61}[a-z0-9\p{S}\p{L}])?$/iu;
const ONLY_LABEL = /^[a-z0-9\p{S}\p{L}]-?[a-z0-9\p{S}\p{L}]{0,62}$/iu;
const TOP_LABEL = /^[a-z0-9\p{S}\p{L}](?:-?[a-z0-9\p{S}\p{L}]){1,62}$/iu;
const MAX_HOSTNAME = 255;
const MAX_LABEL = 63;

/** The formats that texts of custom resources are checked for, without the dashes of their names (1.32). */
const FORMATS: Readonly<Record<string, FormatCheck>> = {
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: (text) => text.includes('.') && parseIp(text) !== undefined,
  ipv6: (text) => text.includes(':') && parseIp(text) !== undefined,
  cidr: (text) => parseCidr(text) !== undefined,
  mac: (text) => MAC.test(text) && MAC_DIGITS.has(text.replace(/[:.-]/g, '').length),
  uuid: (text) => UUID.test(text),
  uuid3: (text) => UUID3.test(text),
  uuid4: (text) => UUID4.test(text),
  uuid5: (text) => UUID5.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  rgbcolor: isRgbColor,
  byte: (text) => text.length % 4 === 0 && BYTES.test(text),
  password: () => true,
  date: isDate,
  duration: (text) => isGoDuration(text) || isLooseDuration(text),
  datetime: isDateTime,
};

/** Those that are checked since 1.34. */
const LATER_FORMATS: Readonly<Record<string, FormatCheck>> = {
  k8sshortname: (text) => isDns1123Label(text).length === 0,
  k8slongname: (text) => isDns1123Subdomain(text).length === 0,
};

/** The formats of numbers that are looked at since 1.36. */
const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Returns the name of a format of numbers where it is known since 1.36; undefined in former releases. */
export function numberFormat(type: string | undefined, name = ''): string | undefined {
  if ((type !== 'integer' && type !== 'number') || !hasRule({ since: '1.36' })) return undefined;
  return NUMBER_FORMATS[type].includes(name) ? name : '';
}

/** Returns the check of a format by its name in a schema. Formats that are not known are not checked, and have no name here. */
export function formatCheck(name = ''): { readonly format: string; readonly check: FormatCheck | undefined } {
  const known = name.replaceAll('-', '');
  if (Object.hasOwn(FORMATS, known)) return { format: name, check: FORMATS[known] };
  const isLater = Object.hasOwn(LATER_FORMATS, known) && hasRule({ since: '1.34' });
  return isLater ? { format: name, check: LATER_FORMATS[known] } : { format: '', check: undefined };
}

/**
 * Reports whether a schema of a type may have a format, as the releases that warn of others see it: texts since 1.34, the names of
 * objects since 1.35, and other types since 1.36.
 */
export function isKnownFormat(name: string, type: string | undefined): boolean {
  if (type !== 'string') return !hasRule({ since: '1.36' }) || (NUMBER_FORMATS[type ?? ''] ?? []).includes(name);
  const known = name.replaceAll('-', '');
  return Object.hasOwn(FORMATS, known) || (Object.hasOwn(LATER_FORMATS, known) && hasRule({ since: '1.35' }));
}

function isGoDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch {
    return false;
  }
}

/** Go's url.ParseRequestURI: an absolute URI, or an absolute path. */
function isRequestUri(text: string): boolean {
  if (text === '' || [...text].some((character) => character < ' ' || character === '\x7f')) return false;
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  if (!rest.startsWith('/')) return scheme !== '';
  const path = rest.split('?', 1)[0];
  return !/%(?![\da-f]{2})/i.test(path) && (scheme === '' || hasGoodHost(path));
}

function hasGoodHost(path: string): boolean {
  if (!path.startsWith('//')) return true;
  const authority = path.slice(2).split('/', 1)[0];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /^(?:\[[^[\]]*\]|[^\s"<>[\]\\^`{|}:]*)(?::\d*)?$/.test(host);
}

function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > MAX_HOSTNAME) return false;
  const labels = text.split('.');
  if (labels.some((label) => Buffer.byteLength(label) > MAX_LABEL)) return false;
  const top = labels.pop() ?? '';
  if (labels.length === 0) return ONLY_LABEL.test(top);
  return labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(top);
}

function isRgbColor(text: string): boolean {
  const parts = RGB.exec(text)?.slice(1);
  return parts?.every((part) => Number(part) <= 255 && String(Number(part)) === part) ?? false;
}
