import {
  type FieldError,
  FieldPath,
  formatFieldErrors,
  invalid,
  parseDuration,
  required,
  StrictMapping,
} from '../../apimachinery/index.js';
import {
  type ConfiguredKey,
  type ConfiguredKms,
  type ConfiguredProvider,
  type ConfiguredResources,
  type EncryptionConfiguration,
  KEYED_SCHEMES,
  type KeyedScheme,
} from './configuration.js';
import { faultsOfResources } from './resource-names.js';

const KIND = 'EncryptionConfiguration';
const API_VERSION = 'apiserver.config.k8s.io/v1';
const KEY_BYTES: Readonly<Record<KeyedScheme, readonly number[]>> = {
  aescbc: [16, 24, 32],
  aesgcm: [16, 24, 32],
  secretbox: [32],
};
const DEFAULT_TIMEOUT = '3s';
/** The replacement for secrets in messages. */
const REDACTED = 'REDACTED';

/**
 * Checks what a file says, parsed from YAML, and gives it its type. Throws with every fault and its place; no message
 * has a secret in it (upstream: ValidateEncryptionConfiguration).
 */
export function parseEncryptionConfiguration(content: unknown): EncryptionConfiguration {
  const errors: FieldError[] = [];
  const root = new StrictMapping(content, FieldPath.of(), errors);
  root.refuseOthers(['kind', 'apiVersion', 'resources']);
  if (root.value.kind !== KIND) errors.push(invalid(FieldPath.of('kind'), root.value.kind ?? '', `must be ${KIND}`));
  if (root.value.apiVersion !== API_VERSION) {
    errors.push(invalid(FieldPath.of('apiVersion'), root.value.apiVersion ?? '', `must be ${API_VERSION}`));
  }
  const resources = root.list('resources').map((entry) => readResources(entry));
  if (resources.length === 0) errors.push(required(FieldPath.of('resources'), 'at least one resources is required'));
  errors.push(...repeatedServices(resources));
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return { resources };
}

function readResources(entry: StrictMapping): ConfiguredResources {
  entry.refuseOthers(['resources', 'providers']);
  const { errors, path } = entry;
  const resources = entry.texts('resources');
  if (resources.length === 0) errors.push(required(path.child('resources'), 'at least one resource is required'));
  errors.push(...faultsOfResources(resources, path.child('resources')));
  const providers = entry.list('providers').map(readProvider);
  if (providers.length === 0) errors.push(required(path.child('providers'), 'at least one provider is required'));
  return { resources, providers };
}

function readProvider(entry: StrictMapping): ConfiguredProvider {
  entry.refuseOthers([...KEYED_SCHEMES, 'identity', 'kms']);
  const named = Object.keys(entry.value);
  if (named.length > 1) {
    const why = 'more than one provider specified in a single element, should split into different list elements';
    entry.errors.push(invalid(entry.path, named.join(', '), why));
  }
  if (named.length === 0)
    entry.errors.push(required(entry.path, 'provider does not contain any of the expected providers'));
  const scheme = KEYED_SCHEMES.find((each) => each === named[0]);
  if (scheme) return { kind: scheme, keys: readKeys(entry.child(scheme), scheme) };
  if (named[0] === 'kms') return { kind: 'kms', kms: readKms(entry.child('kms')) };
  entry.optionalChild('identity')?.refuseOthers([]);
  return { kind: 'identity' };
}

function readKeys(provider: StrictMapping, scheme: KeyedScheme): ConfiguredKey[] {
  provider.refuseOthers(['keys']);
  const keys = provider.list('keys');
  if (keys.length === 0) provider.errors.push(required(provider.path.child('keys'), 'at least one keys is required'));
  return keys.map((key) => readKey(key, KEY_BYTES[scheme]));
}

function readKey(key: StrictMapping, sizes: readonly number[]): ConfiguredKey {
  key.refuseOthers(['name', 'secret']);
  const [name, secret] = [key.text('name'), key.text('secret')];
  const at = key.path.child('secret');
  if (name === '') key.errors.push(required(key.path.child('name'), 'name is a mandatory field for a key'));
  if (secret === '') key.errors.push(required(at, 'secret is a mandatory field for a key'));
  else key.errors.push(...faultsOfSecret(secret, { at, sizes }));
  return { name, secret };
}

function faultsOfSecret(secret: string, { at, sizes }: { at: FieldPath; sizes: readonly number[] }): FieldError[] {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.toString('base64') !== secret) {
    return [invalid(at, REDACTED, 'secrets must be base64 encoded')];
  }
  if (sizes.includes(bytes.length)) return [];
  const expected = `[${sizes.join(' ')}]`;
  return [
    invalid(at, REDACTED, `secret is not of the expected length, got ${bytes.length}, expected one of ${expected}`),
  ];
}

function readKms(kms: StrictMapping): ConfiguredKms {
  kms.refuseOthers(['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout']);
  const { errors, path, value } = kms;
  const [name, endpoint] = [kms.text('name'), kms.text('endpoint')];
  if (kms.text('apiVersion') !== 'v2') {
    const why = 'only v2 is supported: version 1 of the protocol is deprecated, and off in this release';
    errors.push(invalid(path.child('apiVersion'), kms.text('apiVersion'), why));
  }
  if (name === '') errors.push(required(path.child('name'), 'name is a mandatory field for a provider'));
  if (name.includes(':'))
    errors.push(invalid(path.child('name'), name, `invalid KMS provider name ${name}, must not contain ':'`));
  if (value.cachesize !== undefined) {
    errors.push(invalid(path.child('cachesize'), value.cachesize, 'cachesize is not supported in v2'));
  }
  errors.push(...faultsOfEndpoint(endpoint, path.child('endpoint')));
  return { name, endpoint, timeout: readTimeout(kms) };
}

function faultsOfEndpoint(endpoint: string, path: FieldPath): FieldError[] {
  if (endpoint === '') return [required(path, 'endpoint is a mandatory field for a provider')];
  const [scheme, rest] = endpoint.split('://', 2);
  if (rest === undefined || rest === '') return [invalid(path, endpoint, 'invalid endpoint for kms provider')];
  if (scheme !== 'unix') {
    return [invalid(path, endpoint, `unsupported scheme "${scheme}" for KMS provider, only unix is supported`)];
  }
  // Node.js 20 pads their names: a service of another runtime is never found.
  const isAbstract = rest.startsWith('/@');
  return isAbstract ? [invalid(path, endpoint, 'abstract sockets are not supported; use a socket file')] : [];
}

function readTimeout(kms: StrictMapping): number {
  const text = kms.text('timeout') || DEFAULT_TIMEOUT;
  const path = kms.path.child('timeout');
  try {
    const milliseconds = Number(parseDuration(text)) / 1e6;
    if (milliseconds > 0) return milliseconds;
    kms.errors.push(invalid(path, text, 'timeout should be a positive value'));
  } catch {
    kms.errors.push(invalid(path, text, 'must be a duration such as 3s'));
  }
  return 0;
}

/** Services with one name would be indistinguishable in stored values. */
function repeatedServices(resources: readonly ConfiguredResources[]): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [i, { providers }] of resources.entries()) {
    for (const [j, provider] of providers.entries()) {
      if (provider.kind !== 'kms') continue;
      const { name } = provider.kms;
      const path = FieldPath.of('resources').index(i).child('providers').index(j).child('kms', 'name');
      if (seen.has(name)) errors.push(invalid(path, name, `duplicate KMS provider name ${name}, names must be unique`));
      seen.add(name);
    }
  }
  return errors;
}
