import type { ConstraintMetadata } from 'class-validator/types/metadata/ConstraintMetadata.js';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../apimachinery/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';
import { SCALARS } from './scalars.js';
import { classValidatorStorage } from './class-validator-storage.js';
import { validationRulesOf } from './field-rules.js';

type Check = (value: unknown, path: FieldPath, errors: FieldError[]) => void;
type Plain = Record<string, unknown>;

interface FieldChecks {
  readonly field: CompiledField;
  readonly checks: readonly Check[];
  /** True if anything inside the field's own type is checked. */
  readonly inner: CompiledType | undefined;
}

const COMPILED = new WeakMap<CompiledType, readonly FieldChecks[]>();

/**
 * Checks an object by the class-validator rules on its type's classes, without instantiating them: the rules are read
 * once per type and compiled to plain functions that answer field errors in the wording of the reference. Members
 * are checked in field order, parents before children.
 */
export function validateStructure(type: CompiledType, object: object, path = FieldPath.of()): FieldError[] {
  const check = new StructureCheck();
  check.struct(type, object as Plain, path);
  return check.errors;
}

/** Reports whether a type, or one inside it, has rules. */
export function hasStructuralRules(type: CompiledType): boolean {
  return checksOf(type).length > 0;
}

/** Walks one object and collects what is wrong with it. */
class StructureCheck {
  readonly errors: FieldError[] = [];

  struct(type: CompiledType, object: Plain, path: FieldPath): void {
    for (const member of checksOf(type)) {
      const { name } = member.field;
      const value = object[name];
      const place = path.toString() === '<nil>' ? FieldPath.of(name) : path.child(name);
      for (const check of member.checks) check(value, place, this.errors);
      if (value !== undefined && value !== null) this.inside(member, value, place);
    }
  }

  private inside({ field, inner }: FieldChecks, value: object, path: FieldPath): void {
    if (!inner) return;
    if (field.list) {
      let i = 0;
      for (const element of value as Plain[]) this.struct(inner, element, path.index(i++));
    } else if (field.map) {
      for (const [key, element] of Object.entries(value)) this.struct(inner, element as Plain, path.key(key));
    } else this.struct(inner, value as Plain, path);
  }
}

function checksOf(type: CompiledType): readonly FieldChecks[] {
  let compiled = COMPILED.get(type);
  if (!compiled) {
    COMPILED.set(type, []);
    compiled = type.fields.map((field) => fieldChecks(type, field)).filter((c) => c.checks.length > 0 || c.inner);
    COMPILED.set(type, compiled);
  }
  return compiled;
}

function fieldChecks(type: CompiledType, field: CompiledField): FieldChecks {
  const rules = validationRulesOf(type.apiClass).filter((rule) => rule.propertyName === field.name);
  const isOptional = rules.some((rule) => rule.type === 'conditionalValidation');
  const checks = isDistinct(type, field) ? [checkDistinct(field)] : [];
  const ofRules = rules
    .filter(({ type }) => type === 'customValidation' || type === 'isDefined')
    .map((rule) => checkOf(field, rule, isOptional));
  const inner = field.struct && hasRules(field.struct, new Set()) ? field.struct : undefined;
  return { field, checks: [...checks, ...ofRules], inner };
}

function hasRules(type: CompiledType, visiting: Set<CompiledType>): boolean {
  if (visiting.has(type)) return false;
  visiting.add(type);
  if (type.fields.some((field) => isDistinct(type, field))) return true;
  return (
    validationRulesOf(type.apiClass).length > 0 || type.fields.some((f) => f.struct && hasRules(f.struct, visiting))
  );
}

/**
 * Reports whether equal elements are refused by the type of the list alone; kinds of the reference have rules of their
 * own.
 */
function isDistinct({ isOfReference }: CompiledType, { list, listType }: CompiledField): boolean {
  return !isOfReference && Boolean(list) && (listType === 'set' || listType === 'map');
}

/** Reports the elements of a set, or the keys of elements, that were there before. */
function checkDistinct({ struct, listMapKeys = [] }: CompiledField): Check {
  const keys = listMapKeys.map((name) => ({ name, unset: struct?.field(name)?.default }));
  const identityOf = (element: unknown): unknown =>
    keys.length === 0
      ? element
      : Object.fromEntries(keys.map(({ name, unset }) => [name, (element as Plain)[name] ?? unset]));
  return (value, path, errors) => {
    if (!Array.isArray(value)) return;
    const seen = new Set<string>();
    value.forEach((element, i) => {
      const identity = identityOf(element);
      const key = JSON.stringify(identity);
      if (seen.has(key)) errors.push(duplicate(path.index(i), identity));
      seen.add(key);
    });
  };
}

type Report = (path: FieldPath, value: unknown, constraints: readonly unknown[]) => FieldError;

/** How the rules of class-validator that have a counterpart in the reference are reported. */
const REPORTS: Readonly<Record<string, Report>> = {
  isNotEmpty: (path) => required(path),
  isDefined: (path) => required(path),
  isIn: (path, value, [values]) => notSupported(path, value, values as string[]),
  isEnum: (path, value, [values]) => notSupported(path, value, Object.values(values as object).map(String)),
  min: (path, value, [min]) => invalid(path, value, `must be greater than or equal to ${min}`),
  max: (path, value, [max]) => invalid(path, value, `must be less than or equal to ${max}`),
  maxLength: (path, _value, [max]) => tooLong(path, max as number),
  arrayMaxSize: (path, value, [max]) => tooMany(path, (value as unknown[]).length, max as number),
};

/** Checks values by one rule; a rule for `each` element reports the elements that break it. */
function checkOf(field: CompiledField, rule: ValidationMetadata, isOptional: boolean): Check {
  const constraint = classValidatorStorage()!.getTargetValidatorConstraints(rule.constraintCls)[0];
  const checkOne = checkOfOne(rule, constraint);
  const isUnset = constraint.name === 'isDefined' ? isUnsetIn(field) : isNothing;
  return (given, path, errors) => {
    const value = isUnset(given) ? undefined : given;
    if (value === undefined && (isOptional || !isPresence(constraint.name))) return;
    if (rule.each && Array.isArray(value)) value.forEach((v, i) => checkOne(v, path.index(i), errors));
    else if (rule.each && isMap(value)) Object.entries(value).forEach(([k, v]) => checkOne(v, path.key(k), errors));
    else checkOne(value, path, errors);
  };
}

function checkOfOne(rule: ValidationMetadata, constraint: ConstraintMetadata): Check {
  const constraints = (rule.constraints ?? []) as unknown[];
  const targetName = typeof rule.target === 'function' ? rule.target.name : '';
  return (value, path, errors) => {
    const args = { value, constraints, targetName, object: {}, property: rule.propertyName };
    if (constraint.instance.validate(value, args)) return;
    const given = typeof rule.message === 'function' ? rule.message(args) : rule.message;
    const text = given && filled(given, args);
    const report = text === undefined ? REPORTS[constraint.name] : undefined;
    const fallback = (): string => constraint.instance.defaultMessage?.(args) ?? `fails ${constraint.name}`;
    errors.push(report ? report(path, value, constraints) : invalid(path, value, text ?? filled(fallback(), args)));
  };
}

/** Puts values in the places that class-validator's messages leave for them. */
function filled(message: string, { value, constraints, targetName, property }: MessageFacts): string {
  return message.replace(/\$(?:constraint(\d+)|value|property|target)/g, (place, index?: string) => {
    if (index !== undefined) return [constraints[Number(index) - 1] ?? place].flat().join(', ');
    if (place === '$property') return property;
    if (place === '$target') return targetName;
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : place;
  });
}

interface MessageFacts {
  readonly value: unknown;
  readonly constraints: readonly unknown[];
  readonly targetName: string;
  readonly property: string;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Where zero and unset are the same, a value that is written although it is zero is not there. */
function isUnsetIn({ pointer, list, map, scalar, embeddedStruct }: CompiledField): (value: unknown) => boolean {
  if (pointer || list || map) return isNothing;
  if (embeddedStruct) return (value) => isNothing(value) || Object.keys(value as object).length === 0;
  const zero = scalar && SCALARS[scalar].zero;
  return (value) => isNothing(value) || value === zero;
}

const isPresence = (name: string): boolean => name === 'isNotEmpty' || name === 'isDefined';
