import { checkOf, isLongerThan, NON_EMPTY_MESSAGE, rangeMessage, tooLongMessage } from './format-messages.js';

const MAX_ID = 2 ** 31 - 1;
const PORT_NAME_MAX = 15;

/** Checks that a number lies in `[low, high]`. */
export function isInRange(value: number, low: number, high: number): string[] {
  return value >= low && value <= high ? [] : [rangeMessage(low, high)];
}

/**
 * Checks a port number, 1 to 65535.
 *
 * @internal
 * @example
 * const faults = isPortNumber(8080);
 */
export function isPortNumber(value: number): string[] {
  return isInRange(value, 1, 65535);
}

/**
 * Checks a POSIX user id.
 *
 * @internal
 * @example
 * const faults = isUserId(1000);
 */
export function isUserId(value: number): string[] {
  return isInRange(value, 0, MAX_ID);
}

/**
 * Checks a POSIX group id.
 *
 * @internal
 * @example
 * const faults = isGroupId(1000);
 */
export function isGroupId(value: number): string[] {
  return isInRange(value, 0, MAX_ID);
}

/**
 * Checks the name of a port (RFC 6335): at most 15 bytes, with a letter.
 *
 * @internal
 * @example
 * const faults = isPortName('http');
 */
export function isPortName(value: string): string[] {
  const errors: string[] = [];
  if (isLongerThan(value, PORT_NAME_MAX)) errors.push(tooLongMessage(PORT_NAME_MAX));
  if (!/^[-a-z0-9]+$/.test(value))
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(value)) errors.push('must contain at least one letter (a-z)');
  if (value.includes('--')) errors.push('must not contain consecutive hyphens');
  if (value.startsWith('-') || value.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

/**
 * Checks a whole percentage such as `25%`.
 *
 * @internal
 * @example
 * const faults = isPercent('50%');
 */
export const isPercent = checkOf({
  rule: "a valid percent string must be a numeric string followed by an ending '%'",
  pattern: '[0-9]+%',
  examples: ['1%', '93%'],
});

const checkConfigMapKey = checkOf({
  rule: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  pattern: '[-._a-zA-Z0-9]+',
  examples: ['key.name', 'KEY_NAME', 'key-name'],
  max: 253,
});

/**
 * Checks a key of a ConfigMap or Secret, which has to be usable as a file name.
 *
 * @internal
 * @example
 * const faults = isConfigMapKey('harbor.conf');
 */
export function isConfigMapKey(value: string): string[] {
  return [...checkConfigMapKey(value), ...directoryErrors(value)];
}

const checkEnvVarName = checkOf({
  rule: "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  pattern: '[-._a-zA-Z][-._a-zA-Z0-9]*',
  examples: ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
});

/**
 * Checks the name of an environment variable by the rule that held before it was relaxed.
 *
 * @internal
 * @example
 * const faults = isEnvVarName('HARBOR_NAME');
 */
export function isEnvVarName(value: string): string[] {
  return [...checkEnvVarName(value), ...directoryErrors(value)];
}

/**
 * Checks the name of an environment variable by the relaxed rule: printable ASCII without `=`.
 *
 * @internal
 * @example
 * const faults = isRelaxedEnvVarName('harbor name');
 */
export function isRelaxedEnvVarName(value: string): string[] {
  if (value === '') return [`environment variable name ${NON_EMPTY_MESSAGE}`];
  if (/^[ -<>-~]+$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** A value that names a directory would leave the one it is mounted in. */
function directoryErrors(value: string): string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

/**
 * Checks the name of an HTTP header.
 *
 * @internal
 * @example
 * const faults = isHttpHeaderName('X-Berth');
 */
export const isHttpHeaderName = checkOf({
  rule: "a valid HTTP header must consist of alphanumeric characters or '-'",
  pattern: '[-A-Za-z0-9]+',
  examples: ['X-Header-Name'],
});

/** Checks an identifier of the C language. */
export const isCIdentifier = checkOf({
  rule: "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  pattern: '[A-Za-z_][A-Za-z0-9_]*',
  examples: ['my_name', 'MY_NAME', 'MyName'],
});

/** Checks the reason of a condition, which programs compare. */
export const isConditionReason = checkOf({
  rule: "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  pattern: '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
  examples: ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
  max: 1024,
});

const SYSCTL_PART = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL_PATTERN = `^(${SYSCTL_PART}[\\./])*${SYSCTL_PART}$`;
const SYSCTL = new RegExp(SYSCTL_PATTERN);
const SYSCTL_MAX = 253;

/**
 * Checks the name of a sysctl; dots and slashes both separate.
 *
 * @internal
 * @example
 * const faults = isSysctlName('net.core.somaxconn');
 */
export function isSysctlName(value: string): string[] {
  if (!isLongerThan(value, SYSCTL_MAX) && SYSCTL.test(value)) return [];
  return [`must have at most ${SYSCTL_MAX} characters and match regex ${SYSCTL_PATTERN}`];
}
