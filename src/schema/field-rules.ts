import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { classValidatorStorage } from './class-validator-storage.js';
import type { FieldRules, StructField } from './struct-layout.js';

type Reader = (constraints: readonly unknown[]) => FieldRules;

/** Reads the rules that JSON Schema has words for. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['isDefined', () => ({ isRequired: true })],
  ['isNotEmpty', () => ({ isRequired: true, isNotEmpty: true })],
  ['isIn', ([values]) => valuesOf(values as readonly unknown[])],
  ['isEnum', ([values]) => valuesOf(Object.values(values as object))],
  ['min', ([minimum]) => ({ minimum: minimum as number })],
  ['max', ([maximum]) => ({ maximum: maximum as number })],
  ['minLength', ([minLength]) => ({ minLength: minLength as number })],
  ['maxLength', ([maxLength]) => ({ maxLength: maxLength as number })],
  ['isLength', ([minLength, maxLength]) => lengths(minLength as number, maxLength as number | undefined)],
  ['matches', ([pattern]) => patternOf(pattern)],
  ['arrayMinSize', ([minItems]) => ({ minItems: minItems as number })],
  ['arrayMaxSize', ([maxItems]) => ({ maxItems: maxItems as number })],
]);

/** Returns the rules of the fields of a class by the names of the fields; what JSON Schema has no words for is left out. */
export function fieldRulesOf(apiClass: object): ReadonlyMap<string, FieldRules> {
  const rules = new Map<string, FieldRules>();
  for (const rule of validationRulesOf(apiClass)) {
    const read = READERS.get(rule.name ?? '')?.((rule.constraints ?? []) as unknown[]);
    if (read) rules.set(rule.propertyName, { ...rules.get(rule.propertyName), ...read });
  }
  return rules;
}

/** Returns the rules that class-validator's decorators recorded for a class and those it extends. */
export function validationRulesOf(apiClass: object): ValidationMetadata[] {
  return classValidatorStorage()?.getTargetValidationMetadatas(apiClass as never, '', false, false) ?? [];
}

function valuesOf(values: readonly unknown[]): FieldRules {
  return values.every((value) => typeof value === 'string') ? { values } : {};
}

function lengths(minLength: number, maxLength: number | undefined): FieldRules {
  return maxLength === undefined ? { minLength } : { minLength, maxLength };
}

function patternOf(pattern: unknown): FieldRules {
  const isCommon = pattern instanceof RegExp && pattern.flags === '' && !OF_JAVASCRIPT.test(pattern.source);
  return isCommon ? { pattern: pattern.source } : {};
}

/** Look-arounds, named groups and references back, which the engines of other readers lack. */
const OF_JAVASCRIPT = /\(\?[=!<]|\\[1-9k]/;

/** The members of a published schema for one value of a field, an element in lists and maps. */
export interface ValueSchema extends Pick<FieldRules, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'pattern'> {
  readonly enum?: readonly string[];
}

/** Returns the published values and bounds of one value; declared values stand before those of a rule. */
export function valueSchema({ publishedValues, rules = {}, scalar, list, map }: StructField): ValueSchema {
  const isText = scalar === 'string' && !list && !map;
  const leastLength = rules.isNotEmpty && isText ? 1 : undefined;
  const { minimum, maximum, minLength = leastLength, maxLength, pattern } = rules;
  return given({ enum: publishedValues, minimum, maximum, minLength, maxLength, pattern });
}

/** Returns the published bounds of a list. */
export function listSchema({
  rules: { minItems, maxItems } = {},
}: StructField): Pick<FieldRules, 'minItems' | 'maxItems'> {
  return given({ minItems, maxItems });
}

/** Reports whether a field is published as required: as it declares, or by a rule, where no default stands in for it. */
export function isRequired({ required, rules, default: initial }: StructField): boolean {
  return required ?? (initial === undefined && rules?.isRequired === true);
}

function given<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
