import {
  isDns1123Subdomain,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { check, checkSubdomain } from '../pod/validation/checks.js';
import type { CSIVolumeSource } from './volume.v1.js';

const DRIVER_MAX = 63;

/** Checks the name of a CSI driver. */
export function validateDriverName(name: string, path: FieldPath): FieldError[] {
  const errors = name ? [] : [required(path)];
  // Since 1.35 a name that is not there has no form.
  if (!name && hasRule({ since: '1.35' })) return errors;
  if (Buffer.byteLength(name) > DRIVER_MAX) errors.push(tooLong(path, DRIVER_MAX));
  return [...errors, ...check(name, path, (text) => isDns1123Subdomain(text.toLowerCase()))];
}

/** Checks a volume that a CSI driver provides for one pod. */
export function validateCsiSource(source: CSIVolumeSource, path: FieldPath): FieldError[] {
  const errors = validateDriverName(source.driver, path.child('driver'));
  const secret = source.nodePublishSecretRef;
  if (!secret) return errors;
  if (!secret.name) return [...errors, required(path.child('nodePublishSecretRef', 'name'))];
  return [...errors, ...checkSubdomain(secret.name, path.child('name'))];
}
