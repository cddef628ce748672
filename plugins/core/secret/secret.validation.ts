import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDeepEqual,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { isConfigMapKey, validateImmutable } from '../../../src/plugin-api/built-in.js';
import { readJsonText } from '../values/json-text.js';
import type { Secret } from './secret.v1.js';

const MAX_BYTES = 1024 * 1024;
const IMMUTABLE = 'field is immutable when `immutable` is set';
const SERVICE_ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const DATA = FieldPath.of('data');

/** Checks keys and size of a Secret and what its type demands. */
export function validateSecret(secret: Secret): FieldError[] {
  const entries = Object.entries(secret.data ?? {});
  const keys = entries.flatMap(([key]) => isConfigMapKey(key).map((message) => invalid(DATA.key(key), key, message)));
  const size = entries.reduce((sum, [, value]) => sum + Buffer.byteLength(value, 'base64'), 0);
  const demands = secret.type !== undefined && Object.hasOwn(TYPES, secret.type) ? TYPES[secret.type](secret) : [];
  return [...keys, ...(size > MAX_BYTES ? [tooLong(DATA, MAX_BYTES)] : []), ...demands];
}

/** Checks a change of a Secret: its type is fixed, and an immutable one keeps its content. */
export function validateSecretUpdate(secret: Secret, old: Secret): FieldError[] {
  const errors = validateImmutable(secret.type, old.type, FieldPath.of('type'));
  if (old.immutable) {
    if (!secret.immutable) errors.push(forbidden(FieldPath.of('immutable'), IMMUTABLE));
    if (!isDeepEqual(secret.data ?? {}, old.data ?? {})) errors.push(forbidden(DATA, IMMUTABLE));
  }
  return [...errors, ...validateSecret(secret)];
}

/** The data required by the known types. */
const TYPES: Readonly<Record<string, (secret: Secret) => FieldError[]>> = {
  'kubernetes.io/service-account-token': ({ metadata }) => {
    const path = FieldPath.of('metadata', 'annotations').key(SERVICE_ACCOUNT_NAME);
    return metadata.annotations?.[SERVICE_ACCOUNT_NAME] ? [] : [required(path)];
  },
  'kubernetes.io/dockercfg': (secret) => validateJsonEntry(secret, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (secret) => validateJsonEntry(secret, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': ({ data }) => {
    const hasOne = hasEntry(data, 'username') || hasEntry(data, 'password');
    return hasOne ? [] : [required(DATA.key('username')), required(DATA.key('password'))];
  },
  'kubernetes.io/ssh-auth': ({ data }) => (data?.['ssh-privatekey'] ? [] : [required(DATA.key('ssh-privatekey'))]),
  'kubernetes.io/tls': ({ data }) => {
    return ['tls.crt', 'tls.key'].filter((key) => !hasEntry(data, key)).map((key) => required(DATA.key(key)));
  },
};

function hasEntry(data: Secret['data'], key: string): boolean {
  return data !== undefined && Object.hasOwn(data, key);
}

function validateJsonEntry({ data }: Secret, key: string): FieldError[] {
  if (!hasEntry(data, key)) return [required(DATA.key(key))];
  const text = Buffer.from(data![key], 'base64').toString();
  const json = readJsonText(text, 'object', 'map[string]interface {}');
  // The value is a credential: it is not shown.
  return 'fault' in json ? [invalid(DATA.key(key), '<secret contents redacted>', json.fault)] : [];
}
