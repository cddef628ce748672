import { type FieldError, type FieldPath, forbidden, invalid } from '../../../../src/plugin-api/index.js';
import { GoValue, goNil, goStruct, internalFieldError } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps, ValidationRule } from '../json-schema.v1.js';
import type { CompiledRule, RuleCompiler } from './rule-compiler.js';
import { type RulePlace, rulePlaces } from './schema-places.js';

/** The parameters of the rules of a schema. */
export interface ExpressionRules {
  readonly compiler: RuleCompiler;
  /** True if costs do not matter any more, because the schema is as it was. */
  readonly allowsCosts: boolean;
}

const RULE_LIMIT = 10_000_000;
const SCHEMA_LIMIT = 100_000_000;
const MAX_BLAMED = 4;
const RULES = 'x-kubernetes-validations';

/** The total cost of the rules of a schema. */
interface TotalCost {
  sum: number;
  readonly largest: { readonly path: FieldPath; readonly cost: number }[];
}

/**
 * Compiles the rules of a structural schema and judges what they cost. Rules of schemas that something is wrong with, or
 * with any part of them, are left alone: `errors` are those.
 */
export function expressionErrors(
  schema: JSONSchemaProps,
  path: FieldPath,
  { errors, rules }: { readonly errors: readonly FieldError[]; readonly rules: ExpressionRules },
): FieldError[] {
  const total: TotalCost = { sum: 0, largest: [] };
  const found = rulePlaces(schema, path).flatMap((place) => {
    const start = place.path.toString();
    return errors.some(({ field }) => field.startsWith(start)) ? [] : placeErrors(place, rules, total);
  });
  return [...found, ...totalErrors(total, path)];
}

function placeErrors(place: RulePlace, { compiler, allowsCosts }: ExpressionRules, total: TotalCost): FieldError[] {
  const path = place.path.child(RULES);
  const compiled = compiler.compile(place.schema, place.isRoot);
  if (!compiled) return [internalFieldError(path, UNTYPED)];
  const count = place.count ?? compiled.maxValues;
  const rules = place.schema[RULES] ?? [];
  return compiled.rules.flatMap((rule, i) => {
    const at = path.index(i);
    return [
      ...(allowsCosts ? [] : costErrors(rule.cost * count, at.child('rule'), { total, name: 'rule' })),
      ...compileErrors(rule, rules[i], at),
      ...messageErrors(rule, rules[i], at),
      ...(allowsCosts || rule.messageCost === undefined
        ? []
        : costErrors(rule.messageCost, at.child('messageExpression'), { total, name: 'messageExpression' })),
      ...oldValueErrors(rule, rules[i], { path: at, mixedWithin: place.mixedWithin }),
    ];
  });
}

const UNTYPED =
  'internal error: failed to construct type information for x-kubernetes-validations rules: ' +
  'unable to convert structural schema to CEL declarations';

function costErrors(
  cost: number,
  path: FieldPath,
  { total, name }: { readonly total: TotalCost; readonly name: string },
): FieldError[] {
  total.sum += cost;
  if (cost >= SCHEMA_LIMIT / 100) keepLargest(total.largest, { path, cost });
  return cost > RULE_LIMIT ? [forbidden(path, costText(`estimated ${name} cost`, cost / RULE_LIMIT))] : [];
}

function keepLargest(largest: TotalCost['largest'], entry: TotalCost['largest'][number]): void {
  const at = largest.findIndex(({ cost }) => cost < entry.cost);
  largest.splice(at < 0 ? largest.length : at, 0, entry);
  largest.length = Math.min(largest.length, MAX_BLAMED);
}

function costText(what: string, factor: number): string {
  const times = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  const remedy = 'adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${what} exceeds budget by factor of ${times} (try simplifying the rule, or ${remedy})`;
}

function totalErrors({ sum, largest }: TotalCost, path: FieldPath): FieldError[] {
  if (sum <= SCHEMA_LIMIT) return [];
  const blame = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
  return [...largest.map((each) => forbidden(each.path, blame)), forbidden(path, costText(what, sum / SCHEMA_LIMIT))];
}

function compileErrors({ error }: CompiledRule, rule: ValidationRule, path: FieldPath): FieldError[] {
  return error === undefined ? [] : [invalid(path.child('rule'), goRule(rule), error)];
}

function messageErrors({ messageError }: CompiledRule, rule: ValidationRule, path: FieldPath): FieldError[] {
  return messageError === undefined ? [] : [invalid(path.child('messageExpression'), goRule(rule), messageError)];
}

function oldValueErrors(
  { usesOld }: CompiledRule,
  rule: ValidationRule,
  { path, mixedWithin }: { readonly path: FieldPath; readonly mixedWithin: FieldPath | undefined },
): FieldError[] {
  if (usesOld && mixedWithin) {
    const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${mixedWithin.toString()}`;
    return [invalid(path.child('rule'), rule.rule, text)];
  }
  if (usesOld || rule.optionalOldSelf === undefined) return [];
  const text = 'may not be set if oldSelf is not used in rule';
  return [invalid(path.child('optionalOldSelf'), rule.optionalOldSelf, text)];
}

/** A rule as errors show it; of what is behind a pointer only its place in memory is shown. */
function goRule({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): GoValue {
  return goStruct('apiextensions.ValidationRule', {
    Rule: rule,
    Message: message ?? '',
    MessageExpression: messageExpression ?? '',
    Reason: goPointer('*apiextensions.FieldValueErrorReason', reason),
    FieldPath: fieldPath ?? '',
    OptionalOldSelf: goPointer('*bool', optionalOldSelf),
  });
}

function goPointer(type: string, value: unknown): GoValue {
  return value === undefined ? goNil(type) : new GoValue(`(${type})(0xc000000000)`, value);
}
