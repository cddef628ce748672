import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { classValidatorStorage } from './class-validator-storage.js';
import { validationRulesOf } from './field-rules.js';
import type { FieldMetadata } from './type-metadata.js';

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

/** Finds class-validator rules of a class that would have no effect, or that no value keeps; each text includes the fix. */
export function ruleFaults(
  apiClass: object,
  typeName: string,
  fields: ReadonlyMap<string, Pick<FieldMetadata, 'list' | 'map'>>,
): string[] {
  const faults = validationRulesOf(apiClass).map((rule) => {
    const field = fields.get(rule.propertyName);
    const fault = field ? (ruleFault(rule) ?? elementFault(rule, field)) : 'has a rule but no @Field; add one';
    return fault && `${typeName}.${rule.propertyName}: ${fault}`;
  });
  return [...new Set(faults.filter((fault) => fault !== undefined))];
}

function elementFault(
  rule: ValidationMetadata,
  { list, map }: Pick<FieldMetadata, 'list' | 'map'>,
): string | undefined {
  const name = rule.name ?? '';
  if (rule.each || !(list || map) || !RULES_OF_ONE_VALUE.has(name)) return undefined;
  return `the rule ${name} is for one value, not for a ${list ? 'list' : 'map'}; give it { each: true }`;
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
