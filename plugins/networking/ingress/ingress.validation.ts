import { type FieldError, FieldPath, invalid, isDns1123Subdomain } from '../../../src/plugin-api/index.js';
import {
  givenList,
  goSlice,
  GoValue,
  isValidIp,
  isWildcardDns1123Subdomain,
  parseIp,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { check, checkSubdomain } from '../../core/index.js';
import { validateBackend, validateRuleValue } from './ingress-backend.validation.js';
import { INGRESS_CLASS_ANNOTATION } from './ingress-class-annotation.js';
import { type Ingress, type IngressRule, IngressSpec, type IngressTLS } from './ingress.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(IngressSpec);
const POINTS = FieldPath.of('status', 'loadBalancer', 'ingress');
const NO_ADDRESS = 'must be a DNS name, not an IP address';

/** The faults that are accepted if the stored ingress has them (ratcheting). */
interface Leniency {
  readonly allowsSecretNames: boolean;
  readonly allowsWildcardRules: boolean;
}

const STRICT: Leniency = { allowsSecretNames: false, allowsWildcardRules: false };

/** Checks a new ingress. */
export function validateIngress({ metadata, spec = {} }: Ingress): FieldError[] {
  const errors = specErrors(spec, STRICT);
  const annotated = metadata.annotations?.[INGRESS_CLASS_ANNOTATION];
  const { ingressClassName } = spec;
  if (annotated === undefined || ingressClassName === undefined || annotated === ingressClassName) return errors;
  const path = FieldPath.of('annotations').child(INGRESS_CLASS_ANNOTATION);
  return [...errors, invalid(path, annotated, 'must match `ingressClassName` when both are specified')];
}

/** Checks a change of an ingress. */
export function validateIngressUpdate({ spec = {} }: Ingress, old: Ingress): FieldError[] {
  const { tls = [], rules = [] } = old.spec ?? {};
  return specErrors(spec, {
    allowsSecretNames: tls.some(({ secretName }) => secretName && isDns1123Subdomain(secretName).length > 0),
    allowsWildcardRules: rules.some((rule) => isWildcard(rule) && validateRuleValue(rule, SPEC).length > 0),
  });
}

/** Checks a change of the status of an ingress. */
export function validateIngressStatus({ status }: Ingress): FieldError[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }, i) => {
    const path = POINTS.index(i);
    return [
      ...(ip ? check(ip, path.child('ip'), isValidIp) : []),
      ...(hostname ? checkSubdomain(hostname, path.child('hostname')) : []),
      ...(hostname ? checkNoAddress(hostname, path.child('hostname')) : []),
    ];
  });
}

function specErrors(spec: IngressSpec, leniency: Leniency): FieldError[] {
  const { rules = [], defaultBackend, tls = [] } = spec;
  const errors: FieldError[] = [];
  if (rules.length === 0 && !defaultBackend) {
    const shown = goSlice(
      'networking.IngressRule',
      givenList(spec, 'rules')?.map(() => new GoValue('{}')),
    );
    errors.push(invalid(SPEC, shown, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend) errors.push(...validateBackend(defaultBackend, SPEC.child('defaultBackend')));
  rules.forEach((rule, i) => errors.push(...ruleErrors(rule, SPEC.child('rules').index(i), leniency)));
  tls.forEach((entry, i) => errors.push(...tlsErrors(entry, SPEC.child('tls').index(i), leniency)));
  return [...errors, ...checkSpec(spec, SPEC)];
}

function ruleErrors(rule: IngressRule, path: FieldPath, { allowsWildcardRules }: Leniency): FieldError[] {
  const { host } = rule;
  const place = path.child('host');
  return [
    ...(host ? [...checkNoAddress(host, place), ...checkHost(host, place)] : []),
    ...(isWildcard(rule) && allowsWildcardRules ? [] : validateRuleValue(rule, path)),
  ];
}

function isWildcard({ host = '' }: IngressRule): boolean {
  return host.includes('*');
}

function tlsErrors(
  { hosts = [], secretName }: IngressTLS,
  path: FieldPath,
  { allowsSecretNames }: Leniency,
): FieldError[] {
  return [
    ...hosts.flatMap((host, i) => checkHost(host, path.child('hosts').index(i))),
    ...(secretName && !allowsSecretNames ? checkSubdomain(secretName, path.child('secretName')) : []),
  ];
}

function checkHost(host: string, path: FieldPath): FieldError[] {
  return check(host, path, host.includes('*') ? isWildcardDns1123Subdomain : isDns1123Subdomain);
}

function checkNoAddress(host: string, path: FieldPath): FieldError[] {
  return parseIp(host) ? [invalid(path, host, NO_ADDRESS)] : [];
}
