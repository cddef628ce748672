import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isConfigMapKey,
  isDeepEqual,
  tooLong,
} from '../../../src/plugin-api/index.js';
import type { ConfigMap } from './config-map.v1.js';

const MAX_BYTES = 1024 * 1024;
const IMMUTABLE = 'field is immutable when `immutable` is set';

/** Checks the keys of a ConfigMap and the size of all values together. */
export function validateConfigMap(configMap: ConfigMap): FieldError[] {
  const data = Object.entries(configMap.data ?? {});
  const binary = Object.entries(configMap.binaryData ?? {});
  const errors: FieldError[] = [];
  for (const [key] of data) {
    const path = FieldPath.of('data').key(key);
    errors.push(...isConfigMapKey(key).map((message) => invalid(path, key, message)));
    if (configMap.binaryData && Object.hasOwn(configMap.binaryData, key)) {
      errors.push(invalid(path, key, 'duplicate of key present in binaryData'));
    }
  }
  for (const [key] of binary) {
    errors.push(...isConfigMapKey(key).map((message) => invalid(FieldPath.of('binaryData').key(key), key, message)));
  }
  const size =
    data.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0) +
    binary.reduce((sum, [, value]) => sum + Buffer.byteLength(value, 'base64'), 0);
  if (size > MAX_BYTES) errors.push(tooLong(FieldPath.of(), MAX_BYTES));
  return errors;
}

/** Checks a change of a ConfigMap: an immutable one keeps its content and stays immutable. */
export function validateConfigMapUpdate(configMap: ConfigMap, old: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  if (old.immutable) {
    if (!configMap.immutable) errors.push(forbidden(FieldPath.of('immutable'), IMMUTABLE));
    for (const name of ['data', 'binaryData'] as const) {
      if (!isDeepEqual(configMap[name] ?? {}, old[name] ?? {})) {
        errors.push(forbidden(FieldPath.of(name), IMMUTABLE));
      }
    }
  }
  return [...errors, ...validateConfigMap(configMap)];
}
