import type { Checked, Declarations } from '../check/index.js';
import type { CallCost } from '../cost/runtime-cost.js';
import {
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type IdentExpr,
  type ListExpr,
  type MapExpr,
  OPERATOR,
  type SelectExpr,
  type StructExpr,
} from '../parse/index.js';
import {
  ArrayList,
  EntryMap,
  EvaluationError,
  GrowingList,
  isEqual,
  ListValue,
  MapValue,
  noSuchOverload,
  OptionalValue,
  plainKey,
  TypeValue,
  type Value,
} from '../values/index.js';
import { hasField, indexOptional, indexValue, selectField, selectOptional } from './access.js';
import { candidatesOf, chooseCandidate } from './dispatch.js';
import { type Failure, failureOf, type Frame, type Step } from './frame.js';
import { compileAnd, compileConditional, compileNotStrictlyFalse, compileOr } from './logic.js';

/** What steps are made of, besides the expression. */
export interface CompileContext {
  readonly declarations: Declarations;
  readonly checked: Checked;
  /** What a call costs. */
  readonly callCost: CallCost;
}

/** Makes the steps that evaluate a checked expression. */
export function compileSteps(expr: Expr, context: CompileContext): Step {
  return new Compiler(context).compile(expr);
}

const LIST_COST = 10;
const MAP_COST = 30;
const STRUCT_COST = 40;
/** Parts that are read as one with the fields taken from them. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  OPERATOR.index,
  OPERATOR.optionalIndex,
  OPERATOR.optionalSelect,
  OPERATOR.conditional,
]);

function isAttribute(expr: Expr): boolean {
  return expr.kind === 'ident' || expr.kind === 'select' || (expr.kind === 'call' && ATTRIBUTES.has(expr.name));
}

class Compiler {
  /** Places of the variables of macros, the innermost last. */
  private readonly scopes: string[] = [];
  private readonly compiled = new Map<Expr, Step>();

  constructor(private readonly context: CompileContext) {}

  compile(expr: Expr): Step {
    // Macros write a part down twice, and parts of it again: it is gone through once.
    const step = this.compiled.get(expr) ?? this.stepOf(expr);
    this.compiled.set(expr, step);
    return step;
  }

  private stepOf(expr: Expr): Step {
    switch (expr.kind) {
      case 'literal':
        return constant(expr.value);
      case 'ident':
        return this.ident(expr);
      case 'select':
        return this.select(expr);
      case 'call':
        return this.call(expr);
      case 'list':
        return this.list(expr);
      case 'map':
        return this.map(expr);
      case 'struct':
        return this.struct(expr);
      case 'comprehension':
        return this.comprehension(expr);
    }
  }

  private ident({ name }: IdentExpr): Step {
    const slot = this.scopes.lastIndexOf(name);
    if (slot < 0) return this.variable(name);
    return (frame) => {
      frame.charge(1);
      return frame.local(slot);
    };
  }

  private variable(written: string): Step {
    const name = written.startsWith('.') ? written.slice(1) : written;
    const type = this.context.declarations.findVariable(name);
    const named = type?.kind === 'type' ? new TypeValue(type.params[0]?.name ?? 'type') : undefined;
    return (frame) => {
      frame.charge(1);
      const value = frame.variables.find(name);
      if (value !== undefined) return value;
      if (named === undefined) throw new EvaluationError(`no such attribute(s): ${name}`);
      return named;
    };
  }

  private select(expr: SelectExpr): Step {
    const reference = this.context.checked.references.get(expr);
    if (reference) return this.variable(reference.name);
    const { field, testOnly } = expr;
    const operand = this.operand(expr.operand);
    if (testOnly) return (frame) => hasField(operand(frame), field);
    return (frame) => {
      const target = operand(frame);
      frame.charge(1);
      return selectField(target, field);
    };
  }

  /** What a field or an element is taken from; one more is charged for what is made before it can be. */
  private operand(expr: Expr): Step {
    const step = this.compile(expr);
    if (isAttribute(expr)) return step;
    return (frame) => {
      frame.charge(1);
      return step(frame);
    };
  }

  private call(expr: CallExpr): Step {
    const { name, args } = expr;
    switch (name) {
      case OPERATOR.and:
        return compileAnd(this.compile(args[0]), this.compile(args[1]));
      case OPERATOR.or:
        return compileOr(this.compile(args[0]), this.compile(args[1]));
      case OPERATOR.conditional:
        return compileConditional(this.compile(args[0]), this.compile(args[1]), this.compile(args[2]));
      case OPERATOR.notStrictlyFalse:
        return compileNotStrictlyFalse(this.compile(args[0]));
      case OPERATOR.index:
        return this.index(args, indexValue);
      case OPERATOR.optionalIndex:
        return this.index(args, indexOptional);
      case OPERATOR.optionalSelect:
        return this.optionalSelect(args);
      case OPERATOR.equals:
        return this.equality(args, { id: 'equals', isWanted: true });
      case OPERATOR.notEquals:
        return this.equality(args, { id: 'not_equals', isWanted: false });
      default:
        return isLazyDefault(expr) ? this.lazyDefault(expr) : this.function(expr);
    }
  }

  private index([from, by]: readonly Expr[], read: (operand: Value, index: Value) => Value): Step {
    const [operand, index] = [this.operand(from), this.compile(by)];
    const cost = isAttribute(by) ? 0 : 1;
    return (frame) => {
      const target = operand(frame);
      const key = index(frame);
      frame.charge(cost);
      return read(target, key);
    };
  }

  private optionalSelect([from, by]: readonly Expr[]): Step {
    const operand = this.operand(from);
    const field = by.kind === 'literal' ? String(by.value) : '';
    return (frame) => {
      const target = operand(frame);
      frame.charge(1);
      return selectOptional(target, field);
    };
  }

  private equality(args: readonly Expr[], { id, isWanted }: { id: string; isWanted: boolean }): Step {
    const [left, right] = args.map((arg) => this.compile(arg));
    const name = isWanted ? OPERATOR.equals : OPERATOR.notEquals;
    const { callCost } = this.context;
    return (frame) => {
      const [a, b] = [left(frame), right(frame)];
      frame.charge(callCost.before({ name, id, args: [a, b] }) ?? 1);
      return isEqual(a, b) === isWanted;
    };
  }

  /** What is asked for only where a value is not there: `a.or(b)` and `a.orValue(b)`. */
  private lazyDefault({ name, target, args }: CallExpr): Step {
    const [optional, otherwise] = [this.compile(target!), this.compile(args[0])];
    return (frame) => {
      const value = optional(frame);
      if (!(value instanceof OptionalValue)) throw noSuchOverload();
      if (value.value === undefined) return otherwise(frame);
      return name === 'or' ? value : value.value;
    };
  }

  private function(expr: CallExpr): Step {
    const { declarations, checked, callCost } = this.context;
    const reference = checked.references.get(expr);
    const name = reference?.name ?? expr.name;
    const parts = this.argumentsOf(expr, name);
    const overloads = reference?.overloads ?? declarations.findFunction(name)?.overloads ?? [];
    const candidates = candidatesOf(overloads, parts.length);
    const steps = parts.map((part) => this.compile(part));
    return (frame) => {
      const args = steps.map((step) => step(frame));
      const { id, call } = chooseCandidate(candidates, args);
      // What costs too much is not begun, as far as it can be told before.
      const before = callCost.before({ name, id, args });
      if (before !== undefined) frame.charge(before);
      const result = call(...args);
      if (before === undefined) frame.charge(callCost.after(result));
      return result;
    };
  }

  /** All that a function is given; a target that only is the front part of its name is not. */
  private argumentsOf(expr: CallExpr, name: string): readonly Expr[] {
    return expr.target && name === expr.name ? [expr.target, ...expr.args] : expr.args;
  }

  private list({ elements, optional }: ListExpr): Step {
    const steps = elements.map((element) => this.compile(element));
    if (elements.every(({ kind }) => kind === 'literal')) {
      const values = new ArrayList(elements.map((element) => (element.kind === 'literal' ? element.value : null)));
      return () => values;
    }
    return (frame) => {
      const values: Value[] = [];
      steps.forEach((step, i) => {
        const value = presentValue(step(frame), optional.has(i));
        if (value !== undefined) values.push(value);
      });
      frame.charge(LIST_COST);
      return new ArrayList(values);
    };
  }

  private map({ entries }: MapExpr): Step {
    const steps = entries.map(({ key, value, optional }) => {
      return { key: this.compile(key), value: this.compile(value), optional };
    });
    return (frame) => {
      const map = new EntryMap();
      for (const { key, value, optional } of steps) addEntry(map, key(frame), presentValue(value(frame), optional));
      frame.charge(MAP_COST);
      return map;
    };
  }

  private struct({ fields }: StructExpr): Step {
    const steps = fields.map(({ name, value, optional }) => ({ name, value: this.compile(value), optional }));
    return (frame) => {
      const map = new EntryMap();
      for (const { name, value, optional } of steps) addEntry(map, name, presentValue(value(frame), optional));
      frame.charge(STRUCT_COST);
      return map;
    };
  }

  private comprehension(expr: ComprehensionExpr): Step {
    const range = this.compile(expr.range);
    const init = this.compile(expr.init);
    const gathers = expr.init.kind === 'list' && expr.init.elements.length === 0;
    const accumulator = this.scopes.push(expr.accumulator) - 1;
    const variable = this.scopes.push(expr.variable) - 1;
    const condition = this.compile(expr.condition);
    const step = this.compile(expr.step);
    this.scopes.pop();
    const result = this.compile(expr.result);
    this.scopes.pop();
    const isEndless = expr.condition.kind === 'literal' && expr.condition.value === true;
    const attempt = isEndless ? step : forgiving(step);
    return (frame) => {
      const items = itemsOf(range(frame));
      frame.locals[accumulator] = gathers ? new GrowingList() : init(frame);
      for (const item of items) {
        frame.locals[variable] = item;
        if (condition(frame) !== true) break;
        frame.locals[accumulator] = attempt(frame);
      }
      const gathered = frame.locals[accumulator];
      if (gathered instanceof GrowingList) frame.locals[accumulator] = gathered.finish();
      return result(frame);
    };
  }
}

function constant(value: Value): Step {
  return () => value;
}

/** A step whose failure is kept, as a later one may make up for it. */
function forgiving(step: Step): (frame: Frame) => Value | Failure {
  return (frame) => {
    try {
      return step(frame);
    } catch (error) {
      return failureOf(error);
    }
  };
}

function isLazyDefault({ name, target, args }: CallExpr): boolean {
  return target !== undefined && args.length === 1 && (name === 'or' || name === 'orValue');
}

function itemsOf(range: Value): Iterable<Value> {
  if (range instanceof ListValue) return range;
  if (range instanceof MapValue) return range.keys();
  throw noSuchOverload();
}

/** The value of an element or an entry; undefined when it is left out. */
function presentValue(value: Value, isOptional: boolean): Value | undefined {
  if (!isOptional) return value;
  if (value instanceof OptionalValue) return value.value;
  throw new EvaluationError('cannot initialize optional element from a value that is not optional');
}

function addEntry(map: EntryMap, key: Value, value: Value | undefined): void {
  if (plainKey(key) === undefined || typeof key === 'number') throw new EvaluationError('unsupported key type');
  if (value !== undefined && !map.add(key, value)) {
    throw new EvaluationError(`Failed with repeated key: ${String(plainKey(key))}`);
  }
}
