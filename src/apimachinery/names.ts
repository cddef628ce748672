import { hasRule, textSince } from './checked-release.js';
import {
  checkOf,
  isLongerThan,
  NON_EMPTY_MESSAGE,
  patternMessage,
  tooManyBytesMessage,
  wholeMatch,
} from './format-messages.js';

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const QUALIFIED_PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const QUALIFIED_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_MESSAGE = patternMessage(QUALIFIED_RULE, QUALIFIED_PART, 'MyName', 'my.name', '123-abc');
const QUALIFIED_MAX = 63;
const QUALIFIED = wholeMatch(QUALIFIED_PART);

const checkDns1123Label = checkOf({
  rule: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  pattern: LABEL,
  examples: ['my-name', '123-abc'],
  max: 63,
});
const SUBDOMAIN_ONLY = wholeMatch(`${LABEL}(\\.${LABEL})+`);

/**
 * Checks a lower-case RFC 1123 label (63 bytes), the form of most object names that become DNS labels.
 *
 * @public
 * @example
 * const errors = isDns1123Label('north-pier').map((fault) => invalid(path, 'north-pier', fault));
 */
export function isDns1123Label(value: string): string[] {
  const messages = checkDns1123Label(value);
  if (!SUBDOMAIN_ONLY.test(value)) return messages;
  return [...messages.slice(0, -1), 'must not contain dots'];
}

const SUBDOMAIN_NAME = {
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  pattern: SUBDOMAIN,
  examples: ['example.com'],
  max: 253,
};

/**
 * Checks a lower-case RFC 1123 subdomain (253 bytes), the default form of an object's name.
 *
 * @public
 * @example
 * const faults = isDns1123Subdomain('harbor.example.com');
 */
export const isDns1123Subdomain = checkOf(SUBDOMAIN_NAME);

/**
 * Checks a subdomain whose labels may hold underscores, as DNS search domains may.
 *
 * @internal
 * @example
 * const faults = isDns1123SubdomainWithUnderscore('_berths.example.com');
 */
export const isDns1123SubdomainWithUnderscore = checkOf({
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  pattern: `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`,
  examples: ['example.com'],
  max: 253,
});

const SEARCH_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
const SEARCH_NAME = {
  rule: SEARCH_RULE,
  pattern: `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`,
  examples: ['example.com'],
  max: 253,
};

/**
 * Checks a DNS search domain, with the message of 1.34 and later.
 *
 * @internal
 * @example
 * const faults = isSearchName('_berths.example.com');
 */
export const isSearchName = checkOf(SEARCH_NAME);

/**
 * Checks the same, with the message of 1.33, which shows the pattern of names without underscores.
 *
 * @internal
 * @example
 * const faults = isFormerSearchName('_berths.example.com');
 */
export const isFormerSearchName = checkOf({ ...SEARCH_NAME, shownPattern: SUBDOMAIN });

/**
 * Checks an RFC 1035 label (63 bytes, starts with a letter), the form of a Service's name.
 *
 * @internal
 * @example
 * const faults = isDns1035Label('north-pier');
 */
export const isDns1035Label = checkOf({
  rule: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  pattern: '[a-z]([-a-z0-9]*[a-z0-9])?',
  examples: ['my-name', 'abc-123'],
  max: 63,
});

/**
 * Checks the name of a Service: one that begins with a letter, or since 1.36 any label.
 *
 * @internal
 * @example
 * const faults = isServiceName('north-pier');
 */
export function isServiceName(name: string): string[] {
  return hasRule({ since: '1.36' }) ? isDns1123Label(name) : isDns1035Label(name);
}

/**
 * Checks a subdomain whose first label is `*`, as an Ingress host may be.
 *
 * @internal
 * @example
 * const faults = isWildcardDns1123Subdomain('*.example.com');
 */
export const isWildcardDns1123Subdomain = checkOf({
  rule: "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  pattern: `\\*\\.${SUBDOMAIN}`,
  examples: ['*.example.com'],
  max: 253,
});

/**
 * Checks the value of a label; the empty string is one.
 *
 * @internal
 * @example
 * const faults = isLabelValue('north');
 */
export const isLabelValue = checkOf({
  rule: `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`,
  pattern: `(${QUALIFIED_PART})?`,
  examples: ['MyValue', 'my_value', '12345'],
  max: 63,
  countsBytes: true,
});

/**
 * Checks `[prefix/]name`: the form of label keys, taint keys, resource names.
 *
 * @public
 * @example
 * const faults = isQualifiedName('harbor.example.com/pier');
 */
export function isQualifiedName(value: string): string[] {
  // Most have no prefix, and characters of one byte only.
  if (value.length <= QUALIFIED_MAX && QUALIFIED.test(value)) return [];
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `${textSince('1.35', 'a valid label key', 'a qualified name')} ${QUALIFIED_MESSAGE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts[parts.length - 1];
  return [...(parts.length === 2 ? prefixPartErrors(parts[0]) : []), ...namePartErrors(name)];
}

const checkPrefix = checkOf({ ...SUBDOMAIN_NAME, countsBytes: true });

function prefixPartErrors(prefix: string): string[] {
  if (prefix === '') return [`prefix part ${NON_EMPTY_MESSAGE}`];
  return checkPrefix(prefix).map((message) => `prefix part ${message}`);
}

function namePartErrors(name: string): string[] {
  const errors: string[] = [];
  if (name === '') errors.push(`name part ${NON_EMPTY_MESSAGE}`);
  else if (isLongerThan(name, QUALIFIED_MAX)) errors.push(`name part ${tooManyBytesMessage(QUALIFIED_MAX)}`);
  if (!QUALIFIED.test(name)) errors.push(`name part ${QUALIFIED_MESSAGE}`);
  return errors;
}

/**
 * Checks a name that becomes one segment of a URL path (RBAC objects, APIServices).
 *
 * @internal
 * @example
 * const faults = isPathSegmentName('north');
 */
export function isPathSegmentName(value: string): string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return isPathSegmentPrefix(value);
}

/**
 * Checks the beginning of a path segment: what `generateName` may hold for such names.
 *
 * @internal
 * @example
 * const faults = isPathSegmentPrefix('north-');
 */
export function isPathSegmentPrefix(value: string): string[] {
  // Asked of the name in every path: what is right costs nothing more.
  if (!value.includes('/') && !value.includes('%')) return [];
  return ['/', '%'].filter((illegal) => value.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);
}

/**
 * Checks a subdomain of at least three segments, such as the name of an admission webhook.
 *
 * @internal
 * @example
 * const faults = isFullyQualifiedName('harbor.example.com');
 */
export function isFullyQualifiedName(value: string): string[] {
  const errors = isDns1123Subdomain(value);
  if (errors.length > 0) return [errors.join(',')];
  return value.split('.').length < 3 ? ['should be a domain with at least three segments separated by dots'] : [];
}

/**
 * Checks a domain name of at least two labels; a trailing dot is allowed.
 *
 * @internal
 * @example
 * const faults = isFullyQualifiedDomainName('harbor.example.com.');
 */
export function isFullyQualifiedDomainName(value: string): string[] {
  const name = value.endsWith('.') ? value.slice(0, -1) : value;
  const errors = isDns1123Subdomain(name);
  if (errors.length > 0) return [errors.join(',')];
  const labels = name.split('.');
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots'];
  return labels.map((label) => isDns1123Label(label).join(',')).filter((message) => message !== '');
}
