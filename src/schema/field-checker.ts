import type { FieldError, FieldPath } from '../apimachinery/index.js';
import { type CompiledField, type CompiledType, compileType } from './compiled-type.js';
import { SCALARS } from './scalars.js';
import type { ApiClass } from './type-metadata.js';

/**
 * Checks fields of a struct by the rules declared beside them. `names` are the fields in the order in which they are
 * checked; without any, all fields that have rules are, in the order of their declaration. An unset struct counts as an
 * empty one. Throws where a named field has no rules.
 */
export type FieldChecker<T> = (struct: T | undefined, path: FieldPath, ...names: (keyof T & string)[]) => FieldError[];

/**
 * Returns the check of a built-in type's fields by the rules that stand beside them. Structs inside are not looked at:
 * the order in which the reference reports errors is the caller's.
 */
export function fieldChecker<T extends object>(apiClass: ApiClass<T>): FieldChecker<T> {
  let compiled: CompiledType | undefined;
  let all: readonly CompiledField[] | undefined;
  return (struct, path, ...names) => {
    // The type is compiled at the first call, when all classes are there.
    const type = (compiled ??= compileType(apiClass));
    const fields =
      names.length > 0 ? names.map((name) => checkedField(type, name)) : (all ??= type.fields.filter(hasChecks));
    return fields.flatMap((field) => faultsOf(field, struct?.[field.name as keyof T], path));
  };
}

function checkedField(type: CompiledType, name: string): CompiledField {
  const field = type.field(name);
  if (!field || !hasChecks(field)) throw new Error(`${type.name}.${name} has no rules`);
  return field;
}

function hasChecks({ checks }: CompiledField): boolean {
  return checks.length > 0;
}

function faultsOf(field: CompiledField, given: unknown, path: FieldPath): FieldError[] {
  const value = given ?? zeroOf(field);
  const place = path.child(field.name);
  const errors: FieldError[] = [];
  for (const { of, check } of field.checks) {
    // A pointer is set, even to an empty value.
    if (of === 'presence' && field.pointer && value !== undefined) continue;
    if (of !== 'value') check(value, place, errors);
    else if (Array.isArray(value)) value.forEach((element, i) => check(element, place.index(i), errors));
    else if (value !== undefined) check(value, place, errors);
    if ((of === 'presence' || of === 'content') && errors.length > 0) break;
  }
  return errors;
}

/** The value that an unset field has in Go; undefined where unset and zero are not the same. */
function zeroOf({ pointer, list, map, scalar }: CompiledField): unknown {
  return pointer || list || map || !scalar ? undefined : SCALARS[scalar].zero;
}
