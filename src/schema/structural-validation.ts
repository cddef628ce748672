import type { ConstraintMetadata } from 'class-validator/types/metadata/ConstraintMetadata.js';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../apimachinery/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';
import { classValidatorStorage } from './class-validator-storage.js';

type Check = (value: unknown, path: FieldPath, errors: FieldError[]) => void;
type Plain = Record<string, unknown>;

interface FieldChecks {
  readonly field: CompiledField;
  readonly checks: readonly Check[];
  /** Whether anything inside the field's own type is checked. */
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
  const rules = rulesOf(type).filter((rule) => rule.propertyName === field.name);
  const isOptional = rules.some((rule) => rule.type === 'conditionalValidation');
  const checks = rules
    .filter(({ type }) => type === 'customValidation' || type === 'isDefined')
    .map((rule) => checkOf(rule, isOptional));
  const inner = field.struct && hasRules(field.struct, new Set()) ? field.struct : undefined;
  return { field, checks, inner };
}

function rulesOf(type: CompiledType): ValidationMetadata[] {
  return classValidatorStorage()?.getTargetValidationMetadatas(type.apiClass, '', false, false) ?? [];
}

function hasRules(type: CompiledType, visiting: Set<CompiledType>): boolean {
  if (visiting.has(type)) return false;
  visiting.add(type);
  return rulesOf(type).length > 0 || type.fields.some((f) => f.struct && hasRules(f.struct, visiting));
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
function checkOf(rule: ValidationMetadata, isOptional: boolean): Check {
  const constraint = classValidatorStorage()!.getTargetValidatorConstraints(rule.constraintCls)[0];
  const checkOne = checkOfOne(rule, constraint);
  return (value, path, errors) => {
    if ((value === undefined || value === null) && (isOptional || !isPresence(constraint.name))) return;
    if (rule.each && Array.isArray(value)) value.forEach((v, i) => checkOne(v, path.index(i), errors));
    else if (rule.each && isMap(value)) Object.entries(value).forEach(([k, v]) => checkOne(v, path.key(k), errors));
    else checkOne(value, path, errors);
  };
}

function checkOfOne(rule: ValidationMetadata, constraint: ConstraintMetadata): Check {
  const constraints = (rule.constraints ?? []) as unknown[];
  return (value, path, errors) => {
    const args = { value, constraints, targetName: '', object: {}, property: rule.propertyName };
    if (constraint.instance.validate(value, args)) return;
    const text = typeof rule.message === 'function' ? rule.message(args) : rule.message;
    const report = text === undefined ? REPORTS[constraint.name] : undefined;
    const fallback = (): string => constraint.instance.defaultMessage?.(args) ?? `fails ${constraint.name}`;
    errors.push(report ? report(path, value, constraints) : invalid(path, value, text ?? fallback()));
  };
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const isPresence = (name: string): boolean => name === 'isNotEmpty' || name === 'isDefined';
