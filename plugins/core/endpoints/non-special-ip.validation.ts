import { type FieldError, type FieldPath, invalid } from '../../../src/plugin-api/index.js';
import { cidrContains, parseCidr, parseIp, unmapIp } from '../../../src/plugin-api/built-in.js';

const SPECIAL: readonly { cidrs: readonly string[]; message: string }[] = [
  { cidrs: ['127.0.0.0/8', '::1/128'], message: 'may not be in the loopback range (127.0.0.0/8, ::1/128)' },
  {
    cidrs: ['169.254.0.0/16', 'fe80::/10'],
    message: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  },
  {
    cidrs: ['224.0.0.0/24', 'ff02::/16'],
    message: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  },
];

/** Refuses addresses that lead nowhere from another machine: unspecified, loopback, link-local. */
export function validateNonSpecialIp(value: string, path: FieldPath): FieldError[] {
  const parsed = parseIp(value);
  if (parsed === undefined) return [invalid(path, value, 'must be a valid IP address')];
  // Go reads `::ffff:127.0.0.1` as an IPv4 address.
  const address = unmapIp(parsed);
  const errors: FieldError[] = [];
  if (address.bits === 0n) errors.push(invalid(path, value, `may not be unspecified (${value})`));
  for (const { cidrs, message } of SPECIAL) {
    if (cidrs.some((cidr) => cidrContains(parseCidr(cidr)!, address))) errors.push(invalid(path, value, message));
  }
  return errors;
}
