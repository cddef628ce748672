import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import {
  type ComparisonTime,
  correlateElements,
  type CostBudget,
  expressionLanguage,
  internalFieldError,
} from '../../../src/plugin-api/built-in.js';
import { faultOfRule } from '../custom-resource-definition/expression/rule-fault.js';
import type { ValidationRule } from '../custom-resource-definition/json-schema.v1.js';
import { Correlation } from './rule-correlation.js';
import type { ValidationMetrics } from './validation-metrics.js';
import type { ProgrammedRule, RuleNode } from './rule-tree.js';

type Value = ReturnType<RuleNode['read']>;
type Data = Readonly<Record<string, unknown>>;

/** The longest message an expression may give, in bytes. */
const MAX_MESSAGE_BYTES = 5 * 1024;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** The outcome of evaluating the rules of an object. */
export interface RuleFaults {
  readonly errors: FieldError[];
  /** Faults of values that did not change, which clients get as warnings. */
  readonly ratcheted: readonly FieldError[];
}

/** The value of a fault as errors show it: by its place and its type. */
interface Faulty {
  readonly path: FieldPath;
  readonly type: string;
}

/** A value rules are evaluated for. */
interface Place {
  readonly path: FieldPath;
  readonly value: unknown;
  /** The former value rules see as `oldSelf`; undefined if there is none. */
  readonly old: unknown;
  /** Finds out whether the value changed, for ratcheting; undefined on creation. */
  readonly correlation: Correlation | undefined;
}

/** An object whose rules are evaluated. */
export interface RuledObject {
  readonly object: object;
  readonly old: object | undefined;
  /** Measures comparisons of the two; nothing does where unset. */
  readonly comparison?: ComparisonTime;
}

/** The limit of an evaluation, and what times it. */
export interface EvaluationMeans {
  readonly budget: CostBudget;
  readonly metrics?: Pick<ValidationMetrics, 'evaluations'>;
}

/**
 * Evaluates the rules of a schema for an object and everything in it (upstream: cel.Validator). Every evaluation counts
 * down `budget.left`; below zero no further rule is evaluated, which is a fault. Faults of rules that do not compare
 * with former values do not count where the value did not change.
 */
export function evaluateRules(
  node: RuleNode,
  { object, old, comparison }: RuledObject,
  means: EvaluationMeans,
): RuleFaults {
  const correlation = old && Correlation.ofRoot(object, old, comparison);
  const run = new RuleRun(means);
  const errors = run.check(node, { path: FieldPath.of(), value: object, old, correlation });
  return { errors, ratcheted: run.ratcheted };
}

class RuleRun {
  readonly ratcheted: FieldError[] = [];

  private readonly budget: CostBudget;
  private readonly evaluations: ValidationMetrics['evaluations'] | undefined;

  constructor({ budget, metrics }: EvaluationMeans) {
    this.budget = budget;
    this.evaluations = metrics?.evaluations;
  }

  check(node: RuleNode, place: Place): FieldError[] {
    if (place.value === null || place.value === undefined) return [];
    if (!this.evaluations) return this.checkAll(node, place);
    const started = performance.now();
    const errors = this.checkAll(node, place);
    this.evaluations.observe((performance.now() - started) / 1000);
    return errors;
  }

  private checkAll(node: RuleNode, place: Place): FieldError[] {
    const errors = this.checkRules(node, place);
    for (const each of node.allOf) {
      if (this.budget.left < 0) return errors;
      errors.push(...this.check(each, { ...place, correlation: place.correlation?.uncorrelated() }));
    }
    if (this.budget.left < 0) return errors;
    if (Array.isArray(place.value)) errors.push(...this.checkElements(node, place, place.value));
    else if (typeof place.value === 'object') errors.push(...this.checkMembers(node, place, place.value as Data));
    return errors;
  }

  private checkElements(node: RuleNode, place: Place, list: readonly unknown[]): FieldError[] {
    const { items } = node;
    if (!items) return [];
    const former = correlateElements(node, place.old);
    const unchanged = correlateElements(node, place.correlation?.old);
    return this.untilSpent(list.entries(), ([i, value]) => {
      const correlation = place.correlation?.below(value, unchanged(value));
      return this.check(items, { path: place.path.index(i), value, old: former(value), correlation });
    });
  }

  private checkMembers(node: RuleNode, place: Place, object: Data): FieldError[] {
    const { additional, properties } = node;
    const former = memberOf(place.old);
    const unchanged = memberOf(place.correlation?.old);
    return this.untilSpent(Object.entries(object), ([name, value]) => {
      const declared = properties.get(name);
      const of = declared ?? additional;
      if (!of) return [];
      const path = declared ? place.path.child(name) : place.path.key(name);
      const correlation = place.correlation?.below(value, unchanged?.(name));
      return this.check(of, { path, value, old: former?.(name), correlation });
    });
  }

  private untilSpent<T>(things: Iterable<T>, check: (thing: T) => FieldError[]): FieldError[] {
    const errors: FieldError[] = [];
    for (const thing of things) {
      if (this.budget.left < 0) break;
      errors.push(...check(thing));
    }
    return errors;
  }

  private checkRules(node: RuleNode, place: Place): FieldError[] {
    if (node.rules.length === 0) return [];
    if (this.budget.left <= 0) return [this.spend(place.path, node.type, OUT_OF_BUDGET)];
    const variables = new RuleVariables(node, place);
    return this.untilSpent(node.rules, (programmed) => {
      const { rule, usesOld } = programmed;
      if (usesOld && isNothing(place.old) && !rule.optionalOldSelf) return [];
      const error = this.checkRule(node, programmed, { place, variables });
      if (!error) return [];
      if (usesOld || this.budget.left < 0 || !place.correlation?.isUnchanged()) return [error];
      this.ratcheted.push(error);
      return [];
    });
  }

  private checkRule(
    node: RuleNode,
    { rule, program, error, message, fieldPath }: ProgrammedRule,
    { place: { path }, variables }: { readonly place: Place; readonly variables: RuleVariables },
  ): FieldError | undefined {
    if (!program) return invalid(path, node.type, `rule compile error: compilation failed: ${error}`);
    const activation = variables.activation(rule.optionalOldSelf ?? false);
    const outcome = program.run(activation);
    if (outcome.cost > this.budget.left) return this.spend(path, node.type, OUT_OF_BUDGET);
    this.budget.left -= outcome.cost;
    if (outcome.error) return this.failedEvaluation({ path, type: node.type }, rule, outcome.error);
    if (outcome.value === true) return undefined;
    const place = fieldPath === undefined ? path : path.child(fieldPath);
    // Upstream evaluates messages with a former value that is never optional.
    const text = message
      ? this.messageOf(message, variables.activation(false), { path: place, type: node.type })
      : undefined;
    if (typeof text === 'object') return text;
    return faultOfRule(rule.reason, { path: place, type: node.type, message: text ?? defaultMessage(rule) });
  }

  private failedEvaluation({ path, type }: Faulty, rule: ValidationRule, error: Error): FieldError {
    const { message } = error;
    const { CostLimitError } = expressionLanguage();
    if (error instanceof CostLimitError) {
      const text = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${nameOf(rule)}`;
      return this.spend(path, type, text);
    }
    if (message.startsWith('no such overload')) {
      const text = `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(rule)}`;
      return invalid(path, type, text);
    }
    return invalid(path, type, `${message} evaluating rule: ${nameOf(rule)}`);
  }

  /** The message an expression gives; undefined where it has none that may be shown, a fault where it costs too much. */
  private messageOf(
    program: NonNullable<ProgrammedRule['message']>,
    activation: Parameters<typeof program.run>[0],
    { path, type }: Faulty,
  ): string | FieldError | undefined {
    const outcome = program.run(activation);
    if (outcome.cost > this.budget.left) {
      const text =
        'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';
      return this.spend(path, type, text);
    }
    this.budget.left -= outcome.cost;
    const { CostLimitError } = expressionLanguage();
    if (outcome.error instanceof CostLimitError) {
      this.budget.left = -1;
      const text = 'no further validation rules will be run due to call cost exceeds limit for messageExpression';
      return internalFieldError(path, `${text}: ${outcome.error.message}`);
    }
    const text = !outcome.error && typeof outcome.value === 'string' ? outcome.value.trim() : '';
    const isShown = text !== '' && !/[\r\n]/.test(text) && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES;
    return isShown ? text : undefined;
  }

  private spend(path: FieldPath, type: string, text: string): FieldError {
    this.budget.left = -1;
    return invalid(path, type, text);
  }
}

/** The variables of the rules of one value, read when a rule asks for them. */
class RuleVariables {
  private self: Value | undefined;

  constructor(
    private readonly node: RuleNode,
    private readonly place: Place,
  ) {}

  activation(oldIsOptional: boolean): { find: (name: string) => Value | undefined } {
    return {
      find: (name) => {
        if (name === 'self') return (this.self ??= this.node.read(this.place.value));
        return name === 'oldSelf' ? this.oldSelf(oldIsOptional) : undefined;
      },
    };
  }

  private oldSelf(isOptional: boolean): Value | undefined {
    const { old } = this.place;
    if (!isOptional) return this.node.read(old);
    const { OptionalValue } = expressionLanguage();
    return isNothing(old) ? new OptionalValue(undefined) : new OptionalValue(this.node.read(old));
  }
}

function defaultMessage({ rule, message }: ValidationRule): string {
  return message ? message.trim() : `failed rule: ${rule.trim()}`;
}

function nameOf({ rule, message }: ValidationRule): string {
  return (message ? message : rule).trim();
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function memberOf(old: unknown): ((name: string) => unknown) | undefined {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) return undefined;
  return (name) => (Object.hasOwn(old, name) ? (old as Data)[name] : undefined);
}
