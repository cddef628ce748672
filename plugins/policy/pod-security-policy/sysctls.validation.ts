import { type FieldError, type FieldPath, forbidden, invalid } from '../../../src/plugin-api/index.js';

const MAX = 253;
const PATTERN = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]';
const SEGMENT = /^[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const LAST_SEGMENT = /^([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$/;

/** Checks names of sysctls, of which each may end in `*`. */
export function validateSysctlPatterns(sysctls: readonly string[], path: FieldPath): FieldError[] {
  const errors = sysctls.flatMap((name, i) => patternErrors(name, path.index(i)));
  const coversAll = sysctls.some((name) => name.startsWith('*') && isPattern(name));
  if (!coversAll || sysctls.length === 1) return errors;
  return [...errors, forbidden(path.child('items'), "if '*' is present, must not specify other sysctls")];
}

function patternErrors(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [invalid(path, name, 'empty sysctl not allowed')];
  return isPattern(name) ? [] : [invalid(path, name, `must have at most ${MAX} characters and match regex ${PATTERN}`)];
}

function isPattern(name: string): boolean {
  if (name.length > MAX) return false;
  const segments = name.split('.');
  const last = segments.pop()!;
  return LAST_SEGMENT.test(last) && segments.every((segment) => SEGMENT.test(segment));
}

/** Checks that no sysctl is both allowed and forbidden; invalid names are skipped. */
export function validateNoOverlap(
  allowed: readonly string[],
  forbiddenNames: readonly string[],
  spec: FieldPath,
): FieldError[] {
  const forbiddenSet = new Set(forbiddenNames);
  const allowedPatterns = new Set(allowed.filter((name) => name.endsWith('*')));
  return [
    ...overlapErrors(allowed, spec.child('allowedUnsafeSysctls'), (name) => {
      return forbiddenSet.has(name) ? name : coverOf(name, forbiddenSet);
    }),
    ...overlapErrors(forbiddenNames, spec.child('forbiddenSysctls'), (name) => coverOf(name, allowedPatterns)),
  ];
}

function overlapErrors(
  names: readonly string[],
  path: FieldPath,
  otherOf: (name: string) => string | undefined,
): FieldError[] {
  return names.flatMap((name, i) => {
    const other = isPattern(name) ? otherOf(name) : undefined;
    return other === undefined ? [] : [invalid(path.index(i), name, `sysctl overlaps with ${other}`)];
  });
}

/** The shortest pattern that means all that a name or another pattern means. */
function coverOf(name: string, patterns: ReadonlySet<string>): string | undefined {
  const end = name.endsWith('*') ? name.length - 1 : name.length + 1;
  for (let length = 0; length < end; length++) {
    const pattern = `${name.slice(0, length)}*`;
    if (patterns.has(pattern)) return pattern;
  }
  return undefined;
}
