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
import { noSuchOverload, OptionalValue, TypeValue, type Value } from '../values/index.js';
import { aggregateListStep, aggregateMapStep, aggregateStructStep } from './aggregate.js';
import {
  type Attribute,
  conditionalAttribute,
  constantQualifier,
  dynamicQualifier,
  pathAttribute,
  presenceTest,
  testQualifier,
} from './attribute.js';
import { callStep, equalityStep } from './call.js';
import { comprehensionStep } from './comprehension.js';
import { Failure, Frame, type Step } from './frame.js';
import { conjunction, disjunction } from './logic.js';
import { patternOf } from '../values/index.js';
import { constantMembership } from './membership.js';

/** The context of compilation, besides the expression. */
export interface CompileContext {
  readonly declarations: Declarations;
  readonly checked: Checked;
  /** The cost of a call. */
  readonly callCost: CallCost;
}

/** Creates the steps that evaluate a checked expression; throws EvaluationError where a constant part has no value. */
export function compileSteps(expr: Expr, context: CompileContext): Step {
  return stepOf(new Compiler(context).plan(expr));
}

/** A part of an expression: a constant, an attribute, or anything else that has to be evaluated. */
type Plan =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  | { readonly kind: 'step'; readonly step: Step };

/** Conversions of constants, which are constants themselves. */
const CONVERSIONS: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
);
/** Functions whose constant pattern, at this place among the arguments, is compiled beforehand. */
const PATTERN_PLACES: ReadonlyMap<string, number> = new Map([
  ['matches', 1],
  ['find', 1],
  ['findAll', 1],
]);

function stepOf(plan: Plan): Step {
  if (plan.kind === 'step') return plan.step;
  if (plan.kind === 'constant') {
    const { value } = plan;
    return () => value;
  }
  const { cost, resolve } = plan.attribute;
  if (cost === 0) return resolve;
  return (frame) => {
    const value = resolve(frame);
    frame.charge(cost);
    return value;
  };
}

function planOf(step: Step): Plan {
  return { kind: 'step', step };
}

class Compiler {
  /** Places of the variables of macros, the innermost last. */
  private readonly scopes: string[] = [];
  private readonly planned = new Map<Expr, Plan>();

  constructor(private readonly context: CompileContext) {}

  plan(expr: Expr): Plan {
    // Macros write a part down twice, and parts of it again: it is gone through once.
    const plan = this.planned.get(expr) ?? this.newPlan(expr);
    this.planned.set(expr, plan);
    return plan;
  }

  private compile(expr: Expr): Step {
    return stepOf(this.plan(expr));
  }

  private newPlan(expr: Expr): Plan {
    switch (expr.kind) {
      case 'literal':
        return { kind: 'constant', value: expr.value };
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

  private ident({ name }: IdentExpr): Plan {
    const slot = this.scopes.lastIndexOf(name);
    if (slot < 0) return this.variable(name);
    return { kind: 'attribute', attribute: pathAttribute((frame) => frame.local(slot)) };
  }

  private variable(written: string): Plan {
    const name = written.startsWith('.') ? written.slice(1) : written;
    const type = this.context.declarations.findVariable(name);
    if (type?.kind === 'type') return { kind: 'constant', value: new TypeValue(type.params[0]?.name ?? 'type') };
    const missing = Failure.of(`no such attribute(s): ${name}`);
    const root: Step = ({ variables }) => {
      const value = variables.find(name);
      return value === undefined ? missing : value;
    };
    return { kind: 'attribute', attribute: pathAttribute(root) };
  }

  private select(expr: SelectExpr): Plan {
    const reference = this.context.checked.references.get(expr);
    if (reference) return this.variable(reference.name);
    const operand = this.attribute(expr.operand);
    const { field } = expr;
    const attribute = expr.testOnly
      ? presenceTest(operand.with(testQualifier(field)))
      : operand.with(constantQualifier(field, false));
    return { kind: 'attribute', attribute };
  }

  /** The attribute whose parts are taken; one more is charged for a value that has to be made first. */
  private attribute(expr: Expr): Attribute {
    const plan = this.plan(expr);
    return plan.kind === 'attribute' ? plan.attribute : pathAttribute(stepOf(plan));
  }

  private call(expr: CallExpr): Plan {
    const { name, args } = expr;
    switch (name) {
      case OPERATOR.and:
        return planOf(conjunction(this.compile(args[0]), this.compile(args[1])));
      case OPERATOR.or:
        return planOf(disjunction(this.compile(args[0]), this.compile(args[1])));
      case OPERATOR.conditional:
        return this.conditional(args);
      case OPERATOR.notStrictlyFalse:
        return planOf(notStrictlyFalse(this.compile(args[0])));
      case OPERATOR.index:
        return this.index(args, false);
      case OPERATOR.optionalIndex:
      case OPERATOR.optionalSelect:
        return this.index(args, true);
      case OPERATOR.equals:
      case OPERATOR.notEquals:
        return this.equality(args, name === OPERATOR.equals);
      default:
        return isLazyDefault(expr) ? this.lazyDefault(expr) : this.function(expr);
    }
  }

  private conditional([condition, then, otherwise]: readonly Expr[]): Plan {
    const branches = [then, otherwise].map((branch) => this.branch(branch));
    return {
      kind: 'attribute',
      attribute: conditionalAttribute(this.compile(condition), branches[0], branches[1]),
    };
  }

  private branch(expr: Expr): Attribute {
    const plan = this.plan(expr);
    return plan.kind === 'attribute' ? plan.attribute : pathAttribute(stepOf(plan));
  }

  private index([from, by]: readonly Expr[], isOptional: boolean): Plan {
    const operand = this.attribute(from);
    const key = this.plan(by);
    const qualifier =
      key.kind === 'constant'
        ? constantQualifier(key.value, isOptional)
        : dynamicQualifier(key.kind === 'attribute' ? key.attribute.resolve : key.step, isOptional);
    return { kind: 'attribute', attribute: operand.with(qualifier) };
  }

  private equality([left, right]: readonly Expr[], isWanted: boolean): Plan {
    const { callCost } = this.context;
    return planOf(equalityStep(this.compile(left), this.compile(right), { isWanted, callCost }));
  }

  /** The lazily evaluated defaults: `a.or(b)` and `a.orValue(b)`. */
  private lazyDefault({ name, target, args }: CallExpr): Plan {
    const [optional, otherwise] = [this.compile(target!), this.compile(args[0])];
    return planOf((frame) => {
      const value = optional(frame);
      if (!(value instanceof OptionalValue)) return value instanceof Failure ? value : new Failure(noSuchOverload());
      if (value.value === undefined) return otherwise(frame);
      return name === 'or' ? value : value.value;
    });
  }

  private function(expr: CallExpr): Plan {
    const { declarations, checked, callCost } = this.context;
    const reference = checked.references.get(expr);
    const name = reference?.name ?? expr.name;
    const parts = this.argumentsOf(expr, name).map((part) => this.plan(part));
    const overloads = reference?.overloads ?? declarations.findFunction(name)?.overloads ?? [];
    const isSequential = hasConstantPattern(name, parts);
    const membership = isListSearch(name, overloads) ? membershipIn(parts) : undefined;
    if (membership) return membership;
    const step = callStep({ name, overloads, args: parts.map(stepOf), isSequential }, callCost);
    return CONVERSIONS.has(name) && parts.length === 1 && parts[0].kind === 'constant' ? folded(step) : planOf(step);
  }

  /** All that a function is given; a target that only is the front part of its name is not. */
  private argumentsOf(expr: CallExpr, name: string): readonly Expr[] {
    return expr.target && name === expr.name ? [expr.target, ...expr.args] : expr.args;
  }

  private list({ elements, optional }: ListExpr): Plan {
    const plans = elements.map((element) => this.plan(element));
    const step = aggregateListStep(plans.map(stepOf), optional);
    return plans.every(({ kind }) => kind === 'constant') ? foldedAggregate(step) : planOf(step);
  }

  private map({ entries }: MapExpr): Plan {
    const plans = entries.map(({ key, value }) => [this.plan(key), this.plan(value)]);
    const step = aggregateMapStep(
      plans.map(([key, value], i) => ({ key: stepOf(key), value: stepOf(value), optional: entries[i].optional })),
    );
    return plans.flat().every(({ kind }) => kind === 'constant') ? foldedAggregate(step) : planOf(step);
  }

  private struct({ typeName, fields }: StructExpr): Plan {
    const parts = fields.map(({ name, value, optional }) => ({ name, value: this.compile(value), optional }));
    return planOf(aggregateStructStep(typeName, parts));
  }

  private comprehension(expr: ComprehensionExpr): Plan {
    const range = this.compile(expr.range);
    const init = this.compile(expr.init);
    const gathers = expr.init.kind === 'list' && expr.init.elements.length === 0;
    const accumulator = this.scopes.push(expr.accumulator) - 1;
    const variable = this.scopes.push(expr.variable) - 1;
    const second = expr.secondVariable === undefined ? undefined : this.scopes.push(expr.secondVariable) - 1;
    const condition = this.compile(expr.condition);
    const step = this.compile(expr.step);
    this.scopes.length = accumulator + 1;
    const result = this.compile(expr.result);
    this.scopes.pop();
    return planOf(
      comprehensionStep({ range, init, gathers, condition, step, result }, { accumulator, variable, second }),
    );
  }
}

function constant(value: Value): Plan {
  return { kind: 'constant', value };
}

/** The constant that a step without variables comes to. */
function folded(step: Step): Plan {
  const value = step(new Frame({ find: () => undefined }, Infinity));
  if (value instanceof Failure) throw value.error;
  return constant(value);
}

/** Lists and maps that cannot be made fail when they are evaluated. */
function foldedAggregate(step: Step): Plan {
  const value = step(new Frame({ find: () => undefined }, Infinity));
  return value instanceof Failure ? planOf(() => value) : constant(value);
}

/** Reports whether a call can only be the search for an element of a list. */
function isListSearch(name: string, overloads: readonly { readonly id: string }[]): boolean {
  return name === OPERATOR.in && overloads.length === 1 && overloads[0].id === 'in_list';
}

/** The search in a constant list; undefined where that is not known beforehand. */
function membershipIn([element, list]: readonly Plan[]): Plan | undefined {
  const search = list.kind === 'constant' ? constantMembership(list.value, stepOf(element)) : undefined;
  return search === false ? constant(false) : search && planOf(search);
}

/**
 * Reports whether a function has a constant pattern, which is compiled in advance; throws EvaluationError for an
 * invalid one.
 */
function hasConstantPattern(name: string, parts: readonly Plan[]): boolean {
  const part = parts[PATTERN_PLACES.get(name) ?? -1];
  if (part?.kind !== 'constant' || typeof part.value !== 'string') return false;
  patternOf(part.value);
  return true;
}

function notStrictlyFalse(step: Step): Step {
  return (frame) => {
    const result = step(frame) !== false;
    frame.charge(1);
    return result;
  };
}

function isLazyDefault({ name, target, args }: CallExpr): boolean {
  return target !== undefined && args.length === 1 && (name === 'or' || name === 'orValue');
}
