import { type FieldError, FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import {
  addressInCidr,
  formatIp,
  goSlice,
  goStruct,
  hasRule,
  IMMUTABLE_MESSAGE,
  parseCidr,
} from '../../../src/plugin-api/built-in.js';
import { isSameValue, networkFault } from '../../core/index.js';
import type { ServiceCIDR } from './service-cidr.v1beta1.js';

const CIDRS = FieldPath.of('spec', 'cidrs');
const ONE_OF_EACH = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96';

/** Checks ranges: one of each family at most, each in its canonical form. */
export function validateServiceCidr({ spec }: ServiceCIDR): FieldError[] {
  const { cidrs = [] } = spec ?? {};
  if (cidrs.length === 0) return [required(CIDRS, 'at least one CIDR required')];
  const shown = (): unknown =>
    goStruct('networking.ServiceCIDRSpec', { CIDRs: goSlice('string', cidrs) }, { CIDRs: cidrs });
  if (cidrs.length > 2) return [invalid(CIDRS, shown(), 'may only hold up to 2 values')];
  const families = new Set(cidrs.map((cidr) => parseCidr(cidr)?.address.family));
  if (cidrs.length === 2 && (families.size < 2 || families.has(undefined)))
    return [invalid(CIDRS, shown(), ONE_OF_EACH)];
  return cidrs.flatMap((cidr, i) => rangeErrors(cidr, CIDRS.index(i)));
}

/** Checks a change: the ranges stay; since release 1.33 the range of another family may be added. */
export function validateServiceCidrUpdate(next: ServiceCIDR, old: ServiceCIDR): FieldError[] {
  const [cidrs, stored] = [next.spec?.cidrs, old.spec?.cidrs];
  if (isSameValue(cidrs, stored)) return [];
  const isAdded = cidrs?.length === 2 && stored?.length === 1;
  if (hasRule({ since: '1.33' }) && (isAdded || cidrs?.length === stored?.length)) {
    return [...changedRanges(cidrs ?? [], stored ?? []), ...(isAdded ? validateServiceCidr(next) : [])];
  }
  return [invalid(CIDRS, goSlice('string', cidrs), IMMUTABLE_MESSAGE)];
}

function changedRanges(cidrs: readonly string[], stored: readonly string[]): FieldError[] {
  const changed = stored.flatMap((cidr, i) => (cidr === cidrs[i] ? [] : [i]));
  return changed.map((i) => invalid(CIDRS.index(i), cidrs[i], IMMUTABLE_MESSAGE));
}

function rangeErrors(text: string, path: FieldPath): FieldError[] {
  const fault = networkFault(text);
  if (fault !== undefined) return [invalid(path, text, fault)];
  const cidr = parseCidr(text)!;
  const errors: FieldError[] = [];
  if (addressInCidr(cidr, 0n).bits !== cidr.address.bits) {
    errors.push(invalid(path, text, "wrong CIDR format, IP doesn't match network IP address"));
  }
  if (`${formatIp(cidr.address)}/${cidr.prefixLength}` === text) return errors;
  return [...errors, invalid(path, text, 'CIDR not in RFC 5952 canonical format')];
}
