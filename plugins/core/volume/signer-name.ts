import {
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';

const DOMAIN_MAX = 253;
/** A domain, a slash, and a path that has room for a resource name and a label. */
const SIGNER_MAX = 571;
const FORM = "must be a fully qualified domain and path of the form 'example.com/signer-name'";

/** Checks the name of a certificate signer: a domain and a path of one segment. */
export function validateSignerName(path: FieldPath, name: string): FieldError[] {
  if (name === '') return [required(path)];
  const [domain, signer, ...more] = name.split('/');
  if (signer === undefined || more.length > 0) return [invalid(path, name, FORM)];
  return [
    ...domainErrors(path, domain),
    ...labelErrors(path, signer, isDns1123Subdomain),
    ...(name.length > SIGNER_MAX ? [tooLong(path, SIGNER_MAX)] : []),
  ];
}

function domainErrors(path: FieldPath, domain: string): FieldError[] {
  return [
    ...(domain.length > DOMAIN_MAX ? [tooLong(path, DOMAIN_MAX)] : []),
    ...labelErrors(path, domain, isDns1123Label),
    ...(domain.includes('.')
      ? []
      : [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
  ];
}

function labelErrors(path: FieldPath, segment: string, check: (label: string) => string[]): FieldError[] {
  // Only the first of many invalid labels are reported.
  const faults = segment.split('.', MAX_LABELS).flatMap((label) => check(label).map((message) => ({ label, message })));
  return faults.map(({ label, message }) => invalid(path, segment, `validating label "${label}": ${message}`));
}

const MAX_LABELS = 512;
