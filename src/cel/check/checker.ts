import {
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type IdentExpr,
  type Issue,
  type ListExpr,
  type MapExpr,
  OPERATOR,
  type SelectExpr,
  type StructExpr,
} from '../parse/index.js';
import { UintValue } from '../values/index.js';
import type { Checked, Declarations, FunctionDeclaration, Overload, Reference } from './declarations.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  formatSignature,
  formatType,
  INT,
  isDynOrError,
  isSameType,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  type Type,
  UINT,
  UNSET,
  unwrapOptional,
} from './type.js';
import { mostGeneral, TypeMapping } from './type-mapping.js';

/** Finds the types of an expression and all its parts, or what is wrong with them. */
export function check(
  expr: Expr,
  declarations: Declarations,
): { readonly checked: Checked; readonly issues: readonly Issue[] } {
  const checker = new Checker(declarations);
  checker.check(expr);
  return { checked: checker.finish(expr), issues: checker.issues };
}

/** Returns the names joined by dots that an expression is, if it is nothing else. */
export function qualifiedName(expr: Expr): string | undefined {
  const words: string[] = [];
  let part = expr;
  for (; part.kind === 'select' && !part.testOnly; part = part.operand) words.push(part.field);
  return part.kind === 'ident' ? [part.name, ...words.reverse()].join('.') : undefined;
}

/** A call by the name that it is looked up under, with all it is given. */
interface Call {
  readonly name: string;
  readonly args: readonly Expr[];
  readonly isMember?: boolean;
}

class Checker {
  readonly issues: Issue[] = [];
  private readonly types = new Map<object, Type>();
  private readonly references = new Map<object, Reference>();
  private readonly mapping = new TypeMapping();
  /** Variables of macros, the innermost last. */
  private readonly scopes: { readonly name: string; readonly type: Type }[] = [];

  constructor(private readonly declarations: Declarations) {}

  finish(expr: Expr): Checked {
    for (const [part, type] of this.types) this.types.set(part, this.mapping.substitute(type, true));
    return { types: this.types, references: this.references, type: this.types.get(expr)! };
  }

  check(expr: Expr): Type {
    // Macros write a part down twice, and parts of it again: it is gone through once.
    const known = this.types.get(expr);
    if (known) return known;
    const type = this.typeOf(expr);
    this.types.set(expr, type);
    return type;
  }

  private typeOf(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return literalType(expr.value);
      case 'ident':
        return this.identType(expr);
      case 'select':
        return this.selectType(expr);
      case 'call':
        return this.callType(expr);
      case 'list':
        return this.listType(expr);
      case 'map':
        return this.mapType(expr);
      case 'struct':
        return this.structType(expr);
      case 'comprehension':
        return this.comprehensionType(expr);
    }
  }

  private report(at: number, message: string): Type {
    this.issues.push({ at, message });
    return ERROR;
  }

  private undeclared(at: number, name: string): Type {
    return this.report(at, `undeclared reference to '${name}' (in container '')`);
  }

  private mismatch(at: number, wanted: Type, given: Type): Type {
    return this.report(at, `expected type '${formatType(wanted)}' but found '${formatType(given)}'`);
  }

  private findVariable(name: string): Type | undefined {
    if (name.startsWith('.')) return this.declarations.findVariable(name.slice(1));
    return this.scopes.findLast((scope) => scope.name === name)?.type ?? this.declarations.findVariable(name);
  }

  private identType(expr: IdentExpr): Type {
    const type = this.findVariable(expr.name);
    if (!type) return this.undeclared(expr.at, expr.name);
    this.references.set(expr, { name: expr.name });
    return type;
  }

  private selectType(expr: SelectExpr): Type {
    const name = expr.testOnly ? undefined : qualifiedName(expr);
    const declared = name === undefined ? undefined : this.findVariable(name);
    if (name !== undefined && declared) {
      this.references.set(expr, { name });
      return declared;
    }
    const type = this.fieldType(expr, expr.operand, { field: expr.field });
    return expr.testOnly ? BOOL : this.mapping.substitute(type, false);
  }

  private fieldType(expr: Expr, operand: Expr, select: { field: string; isOptional?: boolean }): Type {
    const given = this.mapping.substitute(this.check(operand), false);
    const unwrapped = unwrapOptional(given);
    const type = this.memberType(expr, unwrapped ?? given, select.field);
    return unwrapped || select.isOptional ? optionalOf(type) : type;
  }

  private memberType(expr: Expr, target: Type, field: string): Type {
    if (target.kind === 'map') return target.params[1];
    if (target.kind === 'object') return this.objectFieldType(expr.at, target.name, field);
    // The reference declares these types as objects that it then does not find.
    if (target.kind === 'opaque' && !unwrapOptional(target)) {
      this.report(expr.at, `unexpected failed resolution of '${target.name}'`);
    } else if (target.kind === 'param') this.mapping.isAssignable(DYN, target);
    else if (!isDynOrError(target)) {
      this.report(expr.at, `type '${formatType(target)}' does not support field selection`);
    }
    return DYN;
  }

  private objectFieldType(at: number, typeName: string, field: string): Type {
    return this.declarations.findField(typeName, field) ?? this.report(at, `undefined field '${field}'`);
  }

  private callType(expr: CallExpr): Type {
    if (expr.name === OPERATOR.optionalSelect) return this.optionalSelectType(expr);
    for (const arg of expr.args) this.check(arg);
    if (!expr.target) return this.resolve(expr, { name: expr.name, args: expr.args });
    const prefix = qualifiedName(expr.target);
    const qualified = prefix === undefined ? undefined : `${prefix}.${expr.name}`;
    if (qualified !== undefined && this.findFunction(qualified)) {
      return this.resolve(expr, { name: qualified, args: expr.args });
    }
    this.check(expr.target);
    return this.resolve(expr, { name: expr.name, args: [expr.target, ...expr.args], isMember: true });
  }

  private findFunction(name: string): FunctionDeclaration | undefined {
    return this.declarations.findFunction(name.startsWith('.') ? name.slice(1) : name);
  }

  private optionalSelectType(expr: CallExpr): Type {
    const [operand, field] = expr.args;
    if (field.kind !== 'literal' || typeof field.value !== 'string') {
      return this.report(field.at, 'unsupported optional field selection');
    }
    const type = this.fieldType(expr, operand, { field: field.value, isOptional: true });
    const overloads = this.findFunction(OPERATOR.optionalSelect)?.overloads ?? [];
    this.types.set(field, STRING);
    this.references.set(expr, { name: expr.name, overloads });
    return this.mapping.substitute(type, false);
  }

  private resolve(expr: CallExpr, { name, args, isMember = false }: Call): Type {
    const declared = this.findFunction(name);
    if (!declared) return this.undeclared(expr.at, name);
    const given = args.map((arg) => this.types.get(arg)!);
    if (name === OPERATOR.and || name === OPERATOR.or) return this.logicalType(expr, declared, given);
    const found = this.matchingOverloads(declared, given, isMember);
    if (found.result) {
      this.references.set(expr, { name: declared.name, overloads: found.overloads });
      return found.result;
    }
    const signature = formatSignature(
      given.map((type) => this.mapping.substitute(type, true)),
      isMember,
    );
    return this.report(expr.at, `found no matching overload for '${declared.name}' applied to '${signature}'`);
  }

  private logicalType(expr: CallExpr, { name, overloads }: FunctionDeclaration, given: readonly Type[]): Type {
    const isValid = given.map((type, i) => {
      if (this.mapping.isAssignable(type, BOOL)) return true;
      this.mismatch(expr.args[i].at, BOOL, this.mapping.substitute(type, true));
      return false;
    });
    if (isValid.includes(false)) return ERROR;
    this.references.set(expr, { name, overloads });
    return BOOL;
  }

  private matchingOverloads(
    declared: FunctionDeclaration,
    given: readonly Type[],
    isMember: boolean,
  ): { readonly result: Type | undefined; readonly overloads: readonly Overload[] } {
    const overloads: Overload[] = [];
    let result: Type | undefined;
    for (const overload of declared.overloads) {
      if (overload.isMember !== isMember || overload.args.length !== given.length) continue;
      const { args, result: declaredResult } = this.withFreshParams(overload);
      if (!this.mapping.areAssignable(given, args)) continue;
      overloads.push(overload);
      const found = this.mapping.substitute(declaredResult, false);
      if (!result) result = found;
      else if (result.kind !== 'dyn' && !isSameType(result, found)) result = DYN;
    }
    return { result, overloads };
  }

  /** The types of an overload, with their own open types for this call. */
  private withFreshParams({ args, result }: Overload): { readonly args: readonly Type[]; readonly result: Type } {
    const fresh = new Map<string, Type>();
    const replace = (type: Type): Type => {
      if (type.kind === 'param') {
        const param = fresh.get(type.name) ?? this.mapping.newParam();
        fresh.set(type.name, param);
        return param;
      }
      return type.params.length === 0 ? type : { ...type, params: type.params.map(replace) };
    };
    return { args: args.map(replace), result: replace(result) };
  }

  /** The type of what may not be there, as an optional element or entry gives it. */
  private valueType(value: Expr, isOptional: boolean): Type {
    const type = this.check(value);
    if (!isOptional) return type;
    const unwrapped = unwrapOptional(this.mapping.substitute(type, false));
    if (unwrapped) return unwrapped;
    if (type.kind !== 'dyn') this.mismatch(value.at, optionalOf(type), type);
    return type;
  }

  /** The type of values of two types; of those that have nothing in common nothing is known. */
  private join(before: Type | undefined, type: Type): Type {
    if (!before) return type;
    return this.mapping.isAssignable(before, type) ? mostGeneral(before, type) : DYN;
  }

  private listType({ elements, optional }: ListExpr): Type {
    let joined: Type | undefined;
    elements.forEach((element, i) => {
      joined = this.join(joined, this.valueType(element, optional.has(i)));
    });
    return listOf(joined ?? this.mapping.newParam());
  }

  private mapType({ entries }: MapExpr): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of entries) {
      keys = this.join(keys, this.check(key));
      values = this.join(values, this.valueType(value, optional));
    }
    return mapOf(keys ?? this.mapping.newParam(), values ?? this.mapping.newParam());
  }

  private structType({ at, typeName, fields }: StructExpr): Type {
    const declared = this.findVariable(typeName);
    if (!declared) return this.undeclared(at, typeName);
    if (declared.kind !== 'type') {
      this.report(at, `'${formatType(declared)}' is not a type`);
      for (const field of fields) this.report(field.at, `unexpected failed resolution of '${typeName}'`);
      return ERROR;
    }
    const [type] = declared.params;
    const isObject = type.kind === 'object';
    if (!isObject) this.report(at, `'${formatType(type)}' is not a message type`);
    for (const { at: place, name, value, optional } of fields) {
      const given = this.valueType(value, optional);
      const wanted = isObject ? this.objectFieldType(place, type.name, name) : ERROR;
      if (this.mapping.isAssignable(wanted, given)) continue;
      const text = `expected type of field '${name}' is '${formatType(wanted)}'`;
      this.report(place, `${text} but provided type is '${formatType(given)}'`);
    }
    return isObject ? type : ERROR;
  }

  private comprehensionType(expr: ComprehensionExpr): Type {
    const range = this.mapping.substitute(this.check(expr.range), false);
    const accumulated = this.check(expr.init);
    this.scopes.push({ name: expr.accumulator, type: accumulated });
    const elementType = this.elementType(expr.range, range);
    const { variable, secondVariable } = expr;
    if (secondVariable === undefined) this.scopes.push({ name: variable, type: elementType });
    else {
      this.scopes.push({ name: variable, type: range.kind === 'list' ? INT : elementType });
      this.scopes.push({ name: secondVariable, type: secondType(range) });
    }
    this.assertType(expr.condition, BOOL);
    this.assertType(expr.step, accumulated);
    this.scopes.length -= secondVariable === undefined ? 1 : 2;
    const type = this.check(expr.result);
    this.scopes.pop();
    return this.mapping.substitute(type, false);
  }

  private elementType(range: Expr, type: Type): Type {
    if (type.kind === 'list' || type.kind === 'map') return type.params[0];
    if (isDynOrError(type)) return DYN;
    if (type.kind === 'param') {
      this.mapping.isAssignable(DYN, type);
      return DYN;
    }
    const text = `expression of type '${formatType(type)}' cannot be range of a comprehension`;
    return this.report(range.at, `${text} (must be list, map, or dynamic)`);
  }

  private assertType(expr: Expr, wanted: Type): void {
    const given = this.check(expr);
    if (!this.mapping.isAssignable(wanted, given)) this.mismatch(expr.at, wanted, given);
  }
}

/** The type of the second variable of a walk; one over what nothing is known of leaves it without a type. */
function secondType({ kind, params }: Type): Type {
  if (kind === 'list') return params[0];
  return kind === 'map' ? params[1] : UNSET;
}

function literalType(value: unknown): Type {
  if (value === null) return NULL;
  if (value instanceof UintValue) return UINT;
  if (value instanceof Uint8Array) return BYTES;
  return { boolean: BOOL, bigint: INT, number: DOUBLE, string: STRING }[typeof value as 'string'];
}
