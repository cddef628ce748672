import { type FieldError, FieldPath, required } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { refuseChange, validateProvisioner, validateStorageParameters } from '../storage-parameters.validation.js';
import type { VolumeAttributesClass } from './volume-attributes-class.v1beta1.js';

const DRIVER = FieldPath.of('driverName');
const PARAMETERS = FieldPath.of('parameters');

/** Validates a class of attributes: its driver, and the driver's parameters. */
export function validateVolumeAttributesClass({ driverName, parameters = {} }: VolumeAttributesClass): FieldError[] {
  const isEmpty = Object.keys(parameters).length === 0;
  return [
    ...validateProvisioner(driverName, DRIVER),
    ...(isEmpty
      ? [required(PARAMETERS, 'must contain at least one key/value pair')]
      : validateStorageParameters(parameters, PARAMETERS)),
  ];
}

/** Checks a change: nothing of a class can be changed. */
export function validateVolumeAttributesClassUpdate(
  next: VolumeAttributesClass,
  old: VolumeAttributesClass,
): FieldError[] {
  const errors = validateVolumeAttributesClass(next);
  const changes = [
    ...refuseChange(next.driverName, old.driverName, DRIVER),
    ...refuseChange(next.parameters, old.parameters, PARAMETERS),
  ];
  if (!hasRule({ since: '1.35' })) return [...errors, ...changes];
  return [...changes, ...errors];
}
