import { CheckResult, type Place } from './check-result.js';
import type { ValueCheck } from './value-check.js';
import { junctorError } from './value-error.js';

/** Checks a value by a schema of a junctor. */
export type SchemaRun = (schema: ValueCheck, place: Place) => CheckResult;

/** A value that several schemas are asked of, and where their faults go. */
interface Junction {
  readonly run: SchemaRun;
  readonly place: Place;
  readonly result: CheckResult;
}

/** Checks `anyOf`, `oneOf`, `allOf` and `not`. */
export function checkJunctors(run: SchemaRun, check: ValueCheck, place: Place): CheckResult {
  const result = new CheckResult();
  const junction = { run, place, result };
  if (check.anyOf.length > 0) checkAnyOf(junction, check.anyOf);
  if (check.oneOf.length > 0) checkOneOf(junction, check.oneOf);
  if (check.allOf.length > 0) checkAllOf(junction, check.allOf);
  if (check.not && run(check.not, place).errors.length === 0) {
    result.add(junctorError(place.path, 'must not validate the schema (not)'));
  }
  result.passed++;
  return result;
}

function checkAnyOf({ run, place, result }: Junction, schemas: readonly ValueCheck[]): void {
  let closest: CheckResult | undefined;
  for (const schema of schemas) {
    const each = run(schema, place);
    if (each.errors.length === 0) {
      result.merge(each);
      return;
    }
    if (!closest || each.passed > closest.passed) closest = each;
  }
  result.add(junctorError(place.path, 'must validate at least one schema (anyOf)'));
  result.merge(closest);
}

function checkOneOf({ run, place, result }: Junction, schemas: readonly ValueCheck[]): void {
  let closest: CheckResult | undefined;
  const met: CheckResult[] = [];
  for (const schema of schemas) {
    const each = run(schema, place);
    if (each.errors.length === 0) met.push(each);
    else if (met.length === 0 && (!closest || each.passed > closest.passed)) closest = each;
  }
  if (met.length === 1) {
    result.merge(met[0]);
    return;
  }
  const found = met.length === 0 ? 'Found none valid' : `Found ${met.length} valid alternatives`;
  result.add(junctorError(place.path, `must validate one and only one schema (oneOf). ${found}`));
  if (met.length === 0) result.merge(closest);
}

function checkAllOf({ run, place, result }: Junction, schemas: readonly ValueCheck[]): void {
  let met = 0;
  for (const schema of schemas) {
    const each = run(schema, place);
    if (each.errors.length === 0) met++;
    result.merge(each);
  }
  if (met === schemas.length) return;
  const none = met === 0 ? '. None validated' : '';
  result.add(junctorError(place.path, `must validate all the schemas (allOf)${none}`));
}
