import { type FieldError, type FieldPath, Quantity, invalid, isQualifiedName } from '../../../src/plugin-api/index.js';
import { GoValue, NEGATIVE_MESSAGE, givenQuantity, goQuantity } from '../../../src/plugin-api/built-in.js';
import {
  isExtendedResource,
  isNativeResource,
  isStandardContainerResource,
  isStandardQuotaResource,
  isStandardResource,
  isWholeResource,
} from './resource-name.js';

/** Amounts by resource, as they stand in objects. */
export type ResourceList = Readonly<Record<string, string | number>>;

/** Checks the name of a resource. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(name).map((message) => nameError(path, name, message));
  if (errors.length > 0 || name.includes('/') || isStandardResource(name)) return errors;
  return [nameError(path, name, 'must be a standard resource type or fully qualified')];
}

/** Checks the name of a resource that containers ask for. */
export function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/')) {
    if (!isStandardContainerResource(name)) {
      errors.push(nameError(path, name, 'must be a standard resource for containers'));
    }
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(nameError(path, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

/** Checks the name of a resource that a quota limits. */
export function validateQuotaResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/') && !isStandardQuotaResource(name)) {
    errors.push(nameError(path, name, 'must be a standard resource for quota'));
  }
  return errors;
}

/** Checks the amount of one resource of a list: not negative, whole where the resource is counted. */
export function validateResourceAmount(name: string, amounts: ResourceList, path: FieldPath): FieldError[] {
  const quantity = Quantity.fromJson(amounts[name]);
  const errors: FieldError[] = [];
  if (quantity.sign < 0) errors.push(invalid(path, quantity.toString(), NEGATIVE_MESSAGE));
  if (isWholeResource(name) && quantity.milliValue() % 1000n !== 0n) {
    errors.push(invalid(path, goQuantity(givenQuantity(amounts, name)), 'must be an integer'));
  }
  return errors;
}

/** Resource names are shown without quotes. */
function nameError(path: FieldPath, name: string, message: string): FieldError {
  return invalid(path, new GoValue(name, name), message);
}
