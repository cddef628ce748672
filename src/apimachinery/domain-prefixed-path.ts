import { type FieldError, invalid, required } from './field-error.js';
import type { FieldPath } from './field-path.js';
import { patternMessage, wholeMatch } from './format-messages.js';
import { isDns1123Subdomain } from './names.js';

const PATH_PATTERN = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const PATH = wholeMatch(PATH_PATTERN);

/**
 * Checks `domain/path`, the form of managed-by values; faults name the half they are in.
 *
 * @internal
 * @example
 * const errors = validateDomainPrefixedPath('harbor.example.com/pilots', path.child('pilot'));
 */
export function validateDomainPrefixedPath(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [required(path)];
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1) {
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const [host, rest] = [value.slice(0, slash), value.slice(slash + 1)];
  const errors = isDns1123Subdomain(host).map((message) => invalid(path, host, message));
  if (!PATH.test(rest)) errors.push(invalid(path, rest, patternMessage('Invalid path', PATH_PATTERN)));
  return errors;
}
