import { type FieldError, FieldPath, forbidden, invalid, isDeepEqual, tooLong } from '../../../src/plugin-api/index.js';
import { isConfigMapKey } from '../../../src/plugin-api/built-in.js';
import type { ConfigMap } from './config-map.v1.js';

const MAX_BYTES = 1024 * 1024;
const IMMUTABLE = 'field is immutable when `immutable` is set';

/** Checks the keys of a ConfigMap and the size of all values together. */
export function validateConfigMap(configMap: ConfigMap): FieldError[] {
  const data = Object.entries(configMap.data ?? {});
  const binary = Object.entries(configMap.binaryData ?? {});
  const errors: FieldError[] = [];
  for (const [key] of data) {
    addKeyErrors(errors, 'data', key);
    if (configMap.binaryData && Object.hasOwn(configMap.binaryData, key)) {
      errors.push(invalid(FieldPath.of('data').key(key), key, 'duplicate of key present in binaryData'));
    }
  }
  for (const [key] of binary) addKeyErrors(errors, 'binaryData', key);
  const size =
    data.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0) +
    binary.reduce((sum, [, value]) => sum + Buffer.byteLength(value, 'base64'), 0);
  if (size > MAX_BYTES) errors.push(tooLong(FieldPath.of(''), MAX_BYTES));
  return errors;
}

/** There may be very many keys, so a path is made for wrong ones only. */
function addKeyErrors(errors: FieldError[], field: string, key: string): void {
  for (const message of isConfigMapKey(key)) errors.push(invalid(FieldPath.of(field).key(key), key, message));
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
