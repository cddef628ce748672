import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { classValidatorStorage } from './class-validator-storage.js';
import { validationRulesOf } from './field-rules.js';
import type { FieldMetadata, FieldType } from './type-metadata.js';

/** Rules that no list and no map keeps: they are meant for the elements. */
const RULES_OF_ONE_VALUE: ReadonlySet<string> = new Set([
  ...['contains', 'equals', 'isBoolean', 'isEmail', 'isEnum', 'isFqdn', 'isIn', 'isInt', 'isIp', 'isString'],
  ...[
    'isNotIn',
    'isNumber',
    'isUrl',
    'isUuid',
    'isLength',
    'matches',
    'max',
    'maxLength',
    'min',
    'minLength',
    'isPositive',
    'isNegative',
  ],
]);

/** Rules of numbers, and the types of fields that have none. */
const RULES_OF_NUMBERS = new Set(['isDivisibleBy', 'isInt', 'isNegative', 'isNumber', 'isPositive', 'max', 'min']);
const NO_NUMBERS = new Set<FieldType>(['bool', 'bytes', 'duration', 'microTime', 'quantity', 'string', 'time']);

/** Rules of texts, and the types of fields that have none. */
const RULES_OF_TEXTS = new Set([
  ...['contains', 'isEmail', 'isFqdn', 'isIp', 'isLength', 'isString', 'isUrl', 'isUuid'],
  ...['matches', 'maxLength', 'minLength'],
]);
const NO_TEXTS = new Set<FieldType>(['bool', 'double', 'int32', 'int64', 'uint64']);

/** A field, as far as rules depend on it. */
type RuledField = Pick<FieldMetadata, 'list' | 'map' | 'or' | 'type'>;

/** The fields of a class by name, and those of them whose type is right. */
export interface RuledFields {
  readonly all: ReadonlyMap<string, RuledField>;
  readonly typed: ReadonlyMap<string, RuledField>;
}

/** Finds class-validator rules of a class that would have no effect, or that no value keeps; each text includes the fix. */
export function ruleFaults(apiClass: object, typeName: string, { all, typed }: RuledFields): string[] {
  const faults = validationRulesOf(apiClass).map((rule) => {
    const field = all.get(rule.propertyName);
    const fault = field
      ? (ruleFault(rule) ??
        (typed.has(rule.propertyName) ? (elementFault(rule, field) ?? typeFault(rule, field)) : undefined))
      : 'has a rule but no @Field; add one';
    return fault && `${typeName}.${rule.propertyName}: ${fault}`;
  });
  return [...new Set(faults.filter((fault) => fault !== undefined))];
}

function elementFault(rule: ValidationMetadata, { list, map }: RuledField): string | undefined {
  const name = rule.name ?? '';
  if (rule.each || !(list || map) || !RULES_OF_ONE_VALUE.has(name)) return undefined;
  return `the rule ${name} is for one value, not for a ${list ? 'list' : 'map'}; give it { each: true }`;
}

/** Rules of a type that the values of the field never have: they would refuse all of them. */
function typeFault({ name = '', each }: ValidationMetadata, { list, map, or, type }: RuledField): string | undefined {
  if (or || ((list || map) && !each)) return undefined;
  const isStruct = typeof type === 'function';
  const isWrong =
    (RULES_OF_NUMBERS.has(name) && (isStruct || NO_NUMBERS.has(type))) ||
    (RULES_OF_TEXTS.has(name) && (isStruct || NO_TEXTS.has(type)));
  if (!isWrong) return undefined;
  const values = RULES_OF_NUMBERS.has(name) ? 'numbers' : 'texts';
  return `the rule ${name} is for ${values}, and ${isStruct ? 'a struct has' : `fields of type ${type} have`} none; remove it`;
}

function ruleFault(rule: ValidationMetadata): string | undefined {
  if (rule.groups?.length > 0) return 'rules cannot have groups; leave them out, or check in the strategy';
  if (rule.type === 'conditionalValidation') {
    return rule.name === 'isOptional' ? undefined : 'ValidateIf is not supported; check in the strategy';
  }
  if (rule.type === 'promiseValidation') return 'rules cannot wait for promises; use validateAsync of the strategy';
  if (rule.validateIf !== undefined) return 'validateIf is not supported; check in the strategy';
  const isAsync = constraintsOf(rule).some((constraint) => constraint.async);
  return isAsync ? 'rules cannot be asynchronous; use validateAsync of the strategy' : undefined;
}

function constraintsOf(rule: ValidationMetadata): { readonly async: boolean }[] {
  return rule.constraintCls ? classValidatorStorage()!.getTargetValidatorConstraints(rule.constraintCls) : [];
}
