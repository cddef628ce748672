import { type FieldError, FieldPath, invalid, Quantity, validateLabelSelector } from '../../../src/plugin-api/index.js';
import {
  goLabelSelector,
  IMMUTABLE_MESSAGE,
  NEGATIVE_MESSAGE,
  validateImmutable,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { isSameValue } from '../../core/index.js';
import { CSIStorageCapacity } from './csi-storage-capacity.v1.js';

const TOPOLOGY = FieldPath.of('nodeTopology');
const CLASS = FieldPath.of('storageClassName');
const checkFields = fieldChecker(CSIStorageCapacity);

/** Checks what is said of the room for volumes. */
export function validateCsiStorageCapacity(capacity: CSIStorageCapacity): FieldError[] {
  return errorsOf(capacity, { allowInvalidValues: false });
}

/** Checks a change: the place and the class stay, be they such as would be refused. */
export function validateCsiStorageCapacityUpdate(next: CSIStorageCapacity, old: CSIStorageCapacity): FieldError[] {
  const allowInvalidValues = validateLabelSelector(old.nodeTopology, TOPOLOGY).length > 0;
  return [
    ...errorsOf(next, { allowInvalidValues }),
    ...(isSameValue(next.nodeTopology, old.nodeTopology)
      ? []
      : [invalid(TOPOLOGY, goLabelSelector(next.nodeTopology), IMMUTABLE_MESSAGE)]),
    ...validateImmutable(next.storageClassName, old.storageClassName, CLASS),
  ];
}

function errorsOf(capacity: CSIStorageCapacity, leniency: { readonly allowInvalidValues: boolean }): FieldError[] {
  return [
    ...validateLabelSelector(capacity.nodeTopology, TOPOLOGY, leniency),
    ...checkFields(capacity, FieldPath.of()),
    ...amountErrors(capacity.capacity, FieldPath.of('capacity')),
  ];
}

function amountErrors(amount: string | number | undefined, path: FieldPath): FieldError[] {
  if (amount === undefined || Quantity.fromJson(amount).compare(Quantity.fromJson(0)) >= 0) return [];
  return [invalid(path, String(amount), NEGATIVE_MESSAGE)];
}
