import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  goSlice,
  goStruct,
  invalid,
  repeatFinder,
  required,
  tooMany,
} from '../../apimachinery/index.js';
import { CertificateBundle } from '../certificates/certificate-bundle.js';
import type { ClaimRules } from '../claims/claim-rules.js';
import { compileClaimRules } from '../claims/compile-claim-rules.js';
import type { AnonymousConfig, AuthenticationConfiguration, IssuerConfig } from './authentication-configuration.js';

/** An issuer whose configuration was checked, with what makes users of its tokens. */
export interface CheckedIssuer {
  readonly issuer: IssuerConfig;
  readonly rules: ClaimRules;
}

/** The dependencies for validating a configuration. */
export interface ConfigurationChecks {
  /** Issuers that are known already: those of service accounts. */
  readonly disallowedIssuers: readonly string[];
  /** The minor version of the oldest release that has to understand expressions. */
  readonly compatibility: number;
  /** The gate AnonymousAuthConfigurableEndpoints. */
  readonly allowsAnonymous: boolean;
}

const MAX_ISSUERS = 64;

/** Checks a configuration, and compiles its expressions. The issuers are all there only where nothing is wrong. */
export async function checkConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  checks: ConfigurationChecks,
): Promise<{ readonly issuers: readonly CheckedIssuer[]; readonly errors: readonly FieldError[] }> {
  const list = FieldPath.of('jwt');
  if (jwt.length > MAX_ISSUERS) return { issuers: [], errors: [tooMany(list, jwt.length, MAX_ISSUERS)] };
  const errors: FieldError[] = [];
  const issuers: CheckedIssuer[] = [];
  const [isUrlRepeated, isDiscoveryRepeated] = [repeatFinder<string>(), repeatFinder<string>()];
  for (const [i, config] of jwt.entries()) {
    const { url, discoveryURL } = config.issuer;
    const path = list.index(i);
    errors.push(...checkIssuer(config.issuer, path.child('issuer'), checks.disallowedIssuers));
    const { rules, errors: faults } = await compileClaimRules(config, path, checks.compatibility);
    errors.push(...faults);
    if (isUrlRepeated(url)) errors.push(duplicate(path.child('issuer', 'url'), url));
    if (discoveryURL !== '' && isDiscoveryRepeated(discoveryURL))
      errors.push(duplicate(path.child('issuer', 'discoveryURL'), discoveryURL));
    if (rules) issuers.push({ issuer: config.issuer, rules });
  }
  if (anonymous) errors.push(...checkAnonymous(anonymous, checks));
  return { issuers, errors };
}

function checkIssuer(issuer: IssuerConfig, path: FieldPath, disallowed: readonly string[]): FieldError[] {
  const { url, discoveryURL } = issuer;
  const errors: FieldError[] = [];
  if (url === '') errors.push(required(path.child('url'), 'URL is required'));
  else errors.push(...checkUrl(url, path.child('url'), disallowed));
  if (discoveryURL !== '') {
    const at = path.child('discoveryURL');
    const isSame = url !== '' && withoutSlashes(url) === withoutSlashes(discoveryURL);
    if (isSame) errors.push(invalid(at, discoveryURL, 'discoveryURL must be different from URL'));
    errors.push(...checkUrl(discoveryURL, at, []));
  }
  return [...errors, ...checkAudiences(issuer, path), ...checkAuthority(issuer, path)];
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '/') end--;
  return url.slice(0, end);
}

function checkUrl(text: string, path: FieldPath, disallowed: readonly string[]): FieldError[] {
  const faults: string[] = [];
  if (disallowed.includes(text)) {
    faults.push(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') faults.push('URL scheme must be https');
  if (url && (url.username !== '' || url.password !== '')) faults.push('URL must not contain a username or password');
  if (url && url.search !== '') faults.push('URL must not contain a query');
  if (url && url.hash !== '') faults.push('URL must not contain a fragment');
  return faults.map((fault) => invalid(path, text, fault));
}

function checkAudiences({ audiences, audienceMatchPolicy: policy }: IssuerConfig, issuer: FieldPath): FieldError[] {
  const path = issuer.child('audiences');
  if (audiences.length === 0) return [required(path, `at least one ${path.toString()} is required`)];
  const isRepeated = repeatFinder<string>();
  const errors = audiences.flatMap((audience, i): FieldError[] => {
    const at = path.index(i);
    const empty = audience === '' ? [required(at, "audience can't be empty")] : [];
    return isRepeated(audience) ? [...empty, duplicate(at, audience)] : empty;
  });
  const [isMatchAny, at] = [policy === 'MatchAny', issuer.child('audienceMatchPolicy')];
  if (audiences.length > 1 && !isMatchAny) {
    errors.push(invalid(at, policy, 'audienceMatchPolicy must be MatchAny for multiple audiences'));
  }
  if (audiences.length === 1 && policy !== '' && !isMatchAny) {
    errors.push(invalid(at, policy, 'audienceMatchPolicy must be empty or MatchAny for single audience'));
  }
  return errors;
}

function checkAuthority({ certificateAuthority: pem }: IssuerConfig, issuer: FieldPath): FieldError[] {
  if (pem === '') return [];
  try {
    new CertificateBundle([pem]);
    return [];
  } catch {
    const fault = 'data does not contain any valid RSA or ECDSA certificates';
    return [invalid(issuer.child('certificateAuthority'), '<omitted>', fault)];
  }
}

function checkAnonymous({ enabled, paths }: AnonymousConfig, { allowsAnonymous }: ConfigurationChecks): FieldError[] {
  const path = FieldPath.of('anonymous');
  const errors: FieldError[] = [];
  if (!allowsAnonymous) {
    const gate = 'AnonymousAuthConfigurableEndpoints feature gate is disabled';
    errors.push(forbidden(path, `anonymous is not supported when ${gate}`));
  }
  if (!enabled && paths.length > 0) {
    const type = 'apiserver.AnonymousAuthCondition';
    const shown = goSlice(
      type,
      paths.map((text) => goStruct(type, { Path: text })),
    );
    const fault = 'enabled should be set to true when conditions are defined';
    errors.push(invalid(path.child('conditions'), shown, fault));
  }
  return errors;
}
