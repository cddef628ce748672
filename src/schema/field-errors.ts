import type { FieldError, FieldPath } from '../apimachinery/index.js';
import { type CompiledField, compileType } from './compiled-type.js';
import { SCALARS } from './scalars.js';
import type { ApiClass } from './type-metadata.js';

/**
 * Checks fields of a struct of a built-in type by the rules declared beside them. Structs inside are not looked at: the
 * order in which the reference reports errors is the caller's.
 *
 * `names` are the fields in the order in which they are checked; without any, all fields that have rules are, in the order
 * of their declaration. An unset struct counts as an empty one. Throws where a named field has no rules.
 */
export function fieldErrors<T extends object>(
  apiClass: ApiClass<T>,
  struct: T | undefined,
  path: FieldPath,
  ...names: (keyof T & string)[]
): FieldError[] {
  const type = compileType(apiClass);
  const errors: FieldError[] = [];
  const fields = names.length > 0 ? names.map((name) => type.field(name)) : type.fields.filter(hasChecks);
  fields.forEach((field, i) => {
    if (!field || !hasChecks(field)) throw new Error(`${type.name}.${field?.name ?? names[i]} has no rules`);
    checkField(field, (struct as Record<string, unknown> | undefined)?.[field.name], path, errors);
  });
  return errors;
}

function hasChecks({ checks }: CompiledField): boolean {
  return checks.length > 0;
}

function checkField(field: CompiledField, given: unknown, path: FieldPath, errors: FieldError[]): void {
  const value = given ?? zeroOf(field);
  const place = path.child(field.name);
  for (const { of, check } of field.checks) {
    const before = errors.length;
    if (of !== 'value') check(value, place, errors);
    else if (Array.isArray(value)) value.forEach((element, i) => check(element, place.index(i), errors));
    else if (value !== undefined) check(value, place, errors);
    if (of === 'presence' && errors.length > before) return;
  }
}

/** The value that an unset field has in Go; undefined where unset and zero are not the same. */
function zeroOf({ pointer, list, map, scalar }: CompiledField): unknown {
  return pointer || list || map || !scalar ? undefined : SCALARS[scalar].zero;
}
