import { type FieldError, FieldPath, notSupported, StrictMapping } from '../../apimachinery/index.js';
import type { ClaimMappings, ClaimSource, PrefixedClaim } from '../claims/claim-config.js';
import type {
  AnonymousConfig,
  AuthenticationConfiguration,
  IssuerConfig,
  JwtConfig,
} from './authentication-configuration.js';

/** The parsed file, and its errors. */
export interface ParsedConfiguration {
  readonly configuration: AuthenticationConfiguration;
  readonly errors: readonly FieldError[];
}

const KIND = 'AuthenticationConfiguration';
const VERSIONS = ['apiserver.config.k8s.io/v1alpha1', 'apiserver.config.k8s.io/v1beta1'];

/** Reads the content of a configuration file, parsed from YAML; unknown members are errors. */
export function parseConfiguration(content: unknown): ParsedConfiguration {
  const errors: FieldError[] = [];
  const root = new StrictMapping(content, FieldPath.of(), errors);
  root.refuseOthers(['apiVersion', 'kind', 'jwt', 'anonymous']);
  checkOneOf(root, 'apiVersion', VERSIONS);
  checkOneOf(root, 'kind', [KIND]);
  const anonymous = root.optionalChild('anonymous');
  const jwt = root.list('jwt').map(readJwt);
  return { configuration: { jwt, ...(anonymous && { anonymous: readAnonymous(anonymous) }) }, errors };
}

function checkOneOf(root: StrictMapping, member: string, known: readonly string[]): void {
  const given = root.text(member);
  if (!known.includes(given)) root.errors.push(notSupported(root.path.child(member), given, known));
}

function readAnonymous(entry: StrictMapping): AnonymousConfig {
  entry.refuseOthers(['enabled', 'conditions']);
  const paths = entry.list('conditions').map((condition) => {
    condition.refuseOthers(['path']);
    return condition.text('path');
  });
  return { enabled: entry.flag('enabled'), paths };
}

function readJwt(entry: StrictMapping): JwtConfig {
  entry.refuseOthers(['issuer', 'claimValidationRules', 'claimMappings', 'userValidationRules']);
  const claimValidationRules = entry.list('claimValidationRules').map((rule) => {
    rule.refuseOthers(['claim', 'requiredValue', 'expression', 'message']);
    return { ...readSource(rule), requiredValue: rule.text('requiredValue'), message: rule.text('message') };
  });
  const userValidationRules = entry.list('userValidationRules').map((rule) => {
    rule.refuseOthers(['expression', 'message']);
    return { expression: rule.text('expression'), message: rule.text('message') };
  });
  const [issuer, mappings] = [entry.optionalChild('issuer'), entry.optionalChild('claimMappings')];
  return {
    issuer: issuer ? readIssuer(issuer) : NO_ISSUER,
    claimMappings: mappings ? readMappings(mappings) : { username: {} },
    claimValidationRules,
    userValidationRules,
  };
}

const NO_ISSUER: IssuerConfig = {
  url: '',
  discoveryURL: '',
  certificateAuthority: '',
  audiences: [],
  audienceMatchPolicy: '',
};

function readIssuer(entry: StrictMapping): IssuerConfig {
  entry.refuseOthers(Object.keys(NO_ISSUER));
  return {
    url: entry.text('url'),
    discoveryURL: entry.text('discoveryURL'),
    certificateAuthority: entry.text('certificateAuthority'),
    audiences: entry.texts('audiences'),
    audienceMatchPolicy: entry.text('audienceMatchPolicy'),
  };
}

function readMappings(entry: StrictMapping): ClaimMappings {
  entry.refuseOthers(['username', 'groups', 'uid', 'extra']);
  const uid = entry.optionalChild('uid');
  uid?.refuseOthers(['claim', 'expression']);
  const extra = entry.list('extra').map((mapping) => {
    mapping.refuseOthers(['key', 'valueExpression']);
    return { key: mapping.text('key'), valueExpression: mapping.text('valueExpression') };
  });
  return {
    username: readPrefixed(entry.optionalChild('username')),
    groups: readPrefixed(entry.optionalChild('groups')),
    uid: uid && readSource(uid),
    extra,
  };
}

function readPrefixed(entry: StrictMapping | undefined): PrefixedClaim {
  if (!entry) return {};
  entry.refuseOthers(['claim', 'prefix', 'expression']);
  // An empty prefix is one that is wanted, none is a fault.
  return { ...readSource(entry), prefix: entry.has('prefix') ? entry.text('prefix') : undefined };
}

function readSource(entry: StrictMapping): ClaimSource {
  return { claim: entry.text('claim'), expression: entry.text('expression') };
}
