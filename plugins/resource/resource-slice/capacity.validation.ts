import {
  type FieldError,
  type FieldPath,
  Quantity,
  duplicate,
  forbidden,
  invalid,
  required,
} from '../../../src/plugin-api/index.js';
import { repeatFinder, tooMany } from '../../../src/plugin-api/built-in.js';
import type { CapacityRequestPolicyRange, DeviceCapacity } from './resource-slice.v1.js';

const MAX_VALUES = 10;

/** The amounts that the values of a policy are compared with. */
interface Bounds {
  readonly value: Quantity;
  readonly initial: Quantity;
}

/** Checks a capacity: how much of it one request may take is for devices that can be shared. */
export function validateCapacity(
  { value, requestPolicy }: DeviceCapacity,
  path: FieldPath,
  isShared: boolean,
): FieldError[] {
  if (!requestPolicy) return [];
  const place = path.child('requestPolicy');
  if (!isShared) return [forbidden(place, 'allowMultipleAllocations must be true')];
  const { default: initial, validValues = [], validRange } = requestPolicy;
  if (validValues.length > 0 && validRange) return [forbidden(place, BOTH)];
  if (validValues.length === 0 && !validRange) return [];
  const member = validRange ? 'validRange' : 'validValues';
  if (initial === undefined) return [required(place.child('default'), `required when ${member} is defined`)];
  const bounds = { value: Quantity.fromJson(value), initial: Quantity.fromJson(initial) };
  return validRange
    ? rangeErrors(validRange, place.child(member), bounds)
    : valuesErrors(
        validValues.map((each) => Quantity.fromJson(each)),
        place.child(member),
        bounds,
      );
}

const BOTH = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';

function valuesErrors(values: readonly Quantity[], path: FieldPath, { value, initial }: Bounds): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const unsorted = values.flatMap((each, i) => {
    if (i === 0 || values[i - 1].compare(each) <= 0) return [];
    return [invalid(path.index(i), String(each), 'values must be sorted in ascending order')];
  });
  const ofEach = values.flatMap((each, i) => larger(path.index(i), { option: each }, value));
  const repeated = values.flatMap((each, i) => {
    const key = String(each.value());
    return isRepeated(key) ? [duplicate(path.index(i), key)] : [];
  });
  const hasInitial = values.some((each) => each.compare(initial) === 0);
  return [
    ...unsorted,
    ...(values.length > MAX_VALUES ? [tooMany(path, values.length, MAX_VALUES)] : [...ofEach, ...repeated]),
    ...(hasInitial
      ? []
      : [invalid(path, String(initial), 'default value is not valid according to the requestPolicy')]),
  ];
}

function rangeErrors(range: CapacityRequestPolicyRange, path: FieldPath, { value, initial }: Bounds): FieldError[] {
  if (range.min === undefined) return [required(path.child('min'), 'required when validRange is defined')];
  const min = Quantity.fromJson(range.min);
  const max = range.max === undefined ? undefined : Quantity.fromJson(range.max);
  const isBelow = initial.compare(min) < 0;
  return [
    ...larger(path.child('min'), { min }, value),
    ...(isBelow ? [invalid(path.child('default'), String(initial), `default is less than min: ${min}`)] : []),
    ...(max ? maxErrors({ min, max }, path, { value, initial }) : []),
    ...(range.step === undefined ? [] : stepErrors(Quantity.fromJson(range.step), path, { value, initial, min, max })),
  ];
}

function maxErrors(
  { min, max }: { min: Quantity; max: Quantity },
  path: FieldPath,
  { value, initial }: Bounds,
): FieldError[] {
  const isAbove = initial.compare(max) > 0;
  const isReversed = min.compare(max) > 0;
  return [
    ...(isReversed ? [invalid(path.child('max'), String(min), `min is larger than max: ${max}`)] : []),
    ...larger(path.child('max'), { max }, value),
    ...(isAbove ? [invalid(path.child('default'), String(initial), `default is more than max: ${max}`)] : []),
  ];
}

function stepErrors(
  step: Quantity,
  path: FieldPath,
  { value, initial, min, max }: Bounds & { readonly min: Quantity; readonly max: Quantity | undefined },
): FieldError[] {
  const place = path.child('step');
  if (step.compare(Quantity.zero) <= 0) return [invalid(place, String(step), 'must be greater than zero')];
  const added = min.add(step);
  const text = `one step ${added} is larger than capacity value: ${value}`;
  const isMultiple = (each: Quantity): boolean => (each.value() - min.value()) % step.value() === 0n;
  const off = [initial, ...(max ? [max] : [])].filter((each) => !isMultiple(each));
  return [
    ...(added.compare(value) > 0 ? [invalid(place, String(step), text)] : []),
    ...off.map((each) =>
      invalid(place, String(each), `value is not a multiple of a given step (${step}) from (${min})`),
    ),
  ];
}

/** Reports an amount that is greater than the capacity, by its name. */
function larger(path: FieldPath, named: Readonly<Record<string, Quantity>>, value: Quantity): FieldError[] {
  return Object.entries(named).flatMap(([name, each]) =>
    each.compare(value) > 0 ? [invalid(path, String(each), `${name} is larger than capacity value: ${value}`)] : [],
  );
}
