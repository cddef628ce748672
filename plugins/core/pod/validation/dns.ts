import {
  invalid,
  isDns1123Subdomain,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import {
  fieldChecker,
  hasRule,
  isDns1123SubdomainWithUnderscore,
  isFormerSearchName,
  isSearchName,
} from '../../../../src/plugin-api/built-in.js';
import { HostAlias, PodDNSConfig, type PodSpec } from '../shape/pod.v1.js';
import { check } from './checks.js';
import type { PodRules } from './rules.js';

const checkConfig = fieldChecker(PodDNSConfig);
const checkAlias = fieldChecker(HostAlias);
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;

/** Checks how a pod resolves names. */
export function validateDnsConfig(
  spec: Pick<PodSpec, 'dnsConfig' | 'dnsPolicy'>,
  path: FieldPath,
  rules: PodRules,
): FieldError[] {
  const config = spec.dnsConfig;
  if (spec.dnsPolicy === 'None') {
    if (!config) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (!config.nameservers?.length) {
      const text = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(path.child('nameservers'), text)];
    }
  }
  return config ? configErrors(config, path, rules) : [];
}

function configErrors(config: PodDNSConfig, path: FieldPath, rules: PodRules): FieldError[] {
  const { nameservers = [], options = [] } = config;
  const place = path.child('nameservers');
  return [
    ...(nameservers.length > MAX_NAMESERVERS
      ? [invalid(place, nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`)]
      : []),
    ...checkConfig(config, path),
    ...searchErrors(config.searches ?? [], path.child('searches'), rules),
    ...options.flatMap(({ name }, i) => (name ? [] : [required(path.child('options').index(i), 'must not be empty')])),
  ];
}

function searchErrors(searches: readonly string[], path: FieldPath, rules: PodRules): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > MAX_SEARCHES) {
    errors.push(invalid(path, searches, `must not have more than ${MAX_SEARCHES} search paths`));
  }
  if (searches.join(' ').length > MAX_SEARCH_LENGTH) {
    const text = `must not have more than ${MAX_SEARCH_LENGTH} characters (including spaces) in the search list`;
    errors.push(invalid(path, searches, text));
  }
  return [...errors, ...searches.flatMap((search, i) => searchPathErrors(search, path.index(i), rules))];
}

function searchPathErrors(search: string, path: FieldPath, rules: PodRules): FieldError[] {
  const isRelaxed = rules.isEnabled('RelaxedDNSSearchValidation');
  if (isRelaxed && search === '.') return [];
  const name = search.endsWith('.') ? search.slice(0, -1) : search;
  return check(name, path, isRelaxed ? relaxedCheck() : isDns1123Subdomain);
}

/** The message has changed with 1.33, and again with 1.34. */
function relaxedCheck(): (name: string) => string[] {
  if (!hasRule({ since: '1.33' })) return isDns1123SubdomainWithUnderscore;
  return hasRule({ since: '1.34' }) ? isSearchName : isFormerSearchName;
}

/** Checks additional entries of a pod's hosts file. */
export function validateHostAliases(aliases: readonly HostAlias[] | undefined, path: FieldPath): FieldError[] {
  return (aliases ?? []).flatMap((alias, i) => checkAlias(alias, path.index(i), 'ip', 'hostnames'));
}
