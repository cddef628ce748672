import { validateDomainPrefixedPath } from './domain-prefixed-path.js';
import { formatFieldError } from './field-error.js';
import { FieldPath } from './field-path.js';

const FORM = 'must be a domain-prefixed path (such as "acme.io/foo")';

describe('validateDomainPrefixedPath()', () => {
  it.each([
    ['acme.io/foo/bar', []],
    ['', ['by: Required value']],
    ['a.b', [`by: Invalid value: "a.b": ${FORM}`]],
    ['a.b/', [`by: Invalid value: "a.b/": ${FORM}`]],
    ['/b', [`by: Invalid value: "/b": ${FORM}`]],
    [
      'a.b/x y',
      ["by: Invalid value: \"x y\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"],
    ],
  ])('judges %j', (value, expected) => {
    expect(validateDomainPrefixedPath(value, FieldPath.of('by')).map(formatFieldError)).toEqual(expected);
  });

  it('shows the invalid domain', () => {
    const [error] = validateDomainPrefixedPath('A_b/c', FieldPath.of('by'));
    expect(error.message).toMatch(/^Invalid value: "A_b": a lowercase RFC 1123 subdomain/);
  });
});
