import { type FieldError, FieldPath, MAX_FIELD_ERRORS, invalidUnshown } from '../../apimachinery/index.js';
import type { ComparisonTime } from '../object-shape.js';
import { Equality, correlateElements } from './correlation.js';
import { CheckResult, type Place } from './check-result.js';
import { checkJunctors } from './junctors.js';
import { isPlain, type Plain } from './json-schema.js';
import { isSound } from './sound-value.js';
import { checkEnum, checkNumber, checkString, checkType } from './scalar-checks.js';
import { ValidationTooCostly, countAlternative, withEffort } from './validation-effort.js';
import type { ValueCheck } from './value-check.js';
import { manyElements, missing, outOfLimits } from './value-error.js';

/** The value that another one replaces. */
export interface FormerValue {
  readonly old?: unknown;
  /** Measures the comparisons of the two; nothing does where unset. */
  readonly comparison?: ComparisonTime;
}

/**
 * Checks a value and everything in it by a schema's rules, in upstream's order and wording (kube-openapi's validate).
 * With `old`, faults of values that did not change are dropped (ratcheting, CRDValidationRatcheting).
 */
export function validateValue(check: ValueCheck, value: unknown, former?: FormerValue): FieldError[] {
  try {
    return withEffort(() => (isSound(check, value) ? [] : faultsOf(check, value, former)));
  } catch (error) {
    if (error instanceof ValidationTooCostly) return [invalidUnshown(FieldPath.of(), error.message)];
    throw error;
  }
}

/** Returns the same without the quick check before it. */
export function faultsOf(check: ValueCheck, value: unknown, { old, comparison }: FormerValue = {}): FieldError[] {
  const run = new ValidationRun(comparison);
  const place: Place = { path: '', value, owner: undefined, member: '', old };
  return run.check(check, place).errors.map((error) => error.toFieldError());
}

/** One validation of one object. */
class ValidationRun {
  private readonly equality: Equality;
  private readonly strictly = (check: ValueCheck, place: Place): CheckResult => {
    countAlternative();
    return this.checkStrictly(check, place);
  };

  constructor(time: ComparisonTime | undefined) {
    this.equality = new Equality(time);
  }

  /** Checks a value; its faults do not count when it equals the value it replaces. */
  check(check: ValueCheck, place: Place): CheckResult {
    const result = this.checkStrictly(check, place);
    if (result.errors.length === 0 || place.old === undefined) return result;
    if (!this.equality.equal(place.value, place.old)) return result;
    const unchanged = new CheckResult();
    unchanged.passed = result.passed;
    return unchanged;
  }

  /** Checks a value itself even if it did not change; unchanged values in it are not reported. */
  checkStrictly(check: ValueCheck, place: Place): CheckResult {
    const result = new CheckResult();
    const { value } = place;
    if (value === null) {
      result.add(checkType(check, place));
      if (result.errors.length === 0) result.passed++;
      result.add(checkEnum(check, place));
      return result;
    }
    this.checkTypeOf(check, place, result);
    result.merge(checkJunctors(this.strictly, check, place));
    result.passed++;
    if (typeof value === 'string') checkString(check, place, result);
    if (typeof value === 'number' || typeof value === 'bigint') checkNumber(check, place, result);
    if (Array.isArray(value)) this.checkList(check, place, result);
    result.add(checkEnum(check, place));
    result.passed++;
    if (isPlain(value)) this.checkObject(check, place, result);
    result.passed++;
    return result;
  }

  private checkTypeOf(check: ValueCheck, place: Place, result: CheckResult): void {
    if (check.types.length === 0 && check.format === '') return;
    const error = checkType(check, place);
    result.add(error);
    result.passed += error ? 1 : 2;
  }

  private checkList(check: ValueCheck, { path, value: elements, old }: Place, result: CheckResult): void {
    const list = elements as readonly unknown[];
    const { items, minItems, maxItems } = check;
    if (items) {
      const replaced = correlateElements(check, old);
      for (const [i, value] of list.entries()) {
        const place = { path: `${path}[${i}]`, value, owner: list, member: String(i), old: replaced(value) };
        result.merge(this.check(items, place));
        if (result.errors.length >= MAX_FIELD_ERRORS) return;
      }
    }
    const size = list.length;
    if (minItems !== undefined && size < minItems) {
      result.add(outOfLimits(path, size, `should have at least ${minItems} items`));
    }
    if (maxItems !== undefined && size > maxItems)
      result.add(manyElements(path, { noun: 'items', actual: size, max: maxItems }));
    result.passed += 2;
  }

  private checkObject(check: ValueCheck, place: Place, result: CheckResult): void {
    const { minProperties, maxProperties } = check;
    const size =
      minProperties === undefined && maxProperties === undefined ? 0 : Object.keys(place.value as Plain).length;
    if (minProperties !== undefined && size < minProperties) {
      result.add(outOfLimits(place.path, size, `should have at least ${minProperties} properties`));
    } else if (maxProperties !== undefined && size > maxProperties) {
      result.add(manyElements(place.path, { noun: 'properties', actual: size, max: maxProperties }));
    } else {
      this.checkMembers(check, place, result);
    }
    result.passed++;
  }

  private checkMembers(check: ValueCheck, place: Place, result: CheckResult): void {
    const object = place.value as Plain;
    const { additional, properties, required } = check;
    if (additional) {
      for (const name of Object.keys(object)) {
        if (!properties.has(name)) result.merge(this.check(additional, memberPlace(place, name, '.')));
        if (result.errors.length >= MAX_FIELD_ERRORS) return;
      }
    }
    for (const [name, member] of properties) {
      if (!Object.hasOwn(object, name)) continue;
      result.merge(this.check(member, memberPlace(place, name, place.path === '' ? '' : '.')));
      if (result.errors.length >= MAX_FIELD_ERRORS) return;
    }
    for (const name of required) {
      if (!Object.hasOwn(object, name)) result.add(missing(`${place.path}.${name}`));
    }
  }
}

function memberPlace({ path, value, old }: Place, name: string, separator: string): Place {
  const owner = value as Plain;
  const replaced = isPlain(old) && Object.hasOwn(old, name) ? old[name] : undefined;
  return { path: `${path}${separator}${name}`, value: owner[name], owner, member: name, old: replaced };
}
