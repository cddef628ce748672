import {
  invalid,
  isDns1123Subdomain,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';

const DOMAIN_MAX = 571;

/** Checks the name of a certificate signer: a domain and a path of one segment. */
export function validateSignerName(path: FieldPath, name: string): FieldError[] {
  if (name === '') return [required(path)];
  const segments = name.split('/');
  if (segments.length !== 2)
    return [invalid(path, name, 'must be a fully qualified domain and path of the form "example.com/signer-name"')];
  const [domain, signer] = segments;
  const errors = isDns1123Subdomain(domain).map((m) => invalid(path, domain, `validating label "${domain}": ${m}`));
  if (domain.split('.').length < 2) {
    errors.push(invalid(path, domain, 'should be a domain with at least two segments separated by dots'));
  }
  errors.push(...isDns1123Subdomain(signer).map((m) => invalid(path, signer, `validating label "${signer}": ${m}`)));
  if (name.length > DOMAIN_MAX) errors.push(tooLong(path, DOMAIN_MAX));
  return errors;
}
