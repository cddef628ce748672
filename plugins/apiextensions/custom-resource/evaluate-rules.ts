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
  /** False if faults of values that did not change count. */
  readonly ratchets?: boolean;
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
  { object, old, comparison, ratchets = true }: RuledObject,
  means: EvaluationMeans,
): RuleFaults {
  const correlation = ratchets && old ? Correlation.ofRoot(object, old, comparison) : undefined;
  const run = new RuleRun(means);
  run.check(node, { path: FieldPath.of(), value: object, old, correlation });
  return { errors: run.errors, ratcheted: run.ratcheted };
}

/** One evaluation of all rules. It collects errors in one list: most values have none. */
class RuleRun {
  readonly errors: FieldError[] = [];
  readonly ratcheted: FieldError[] = [];

  private readonly budget: CostBudget;
  private readonly evaluations: ValidationMetrics['evaluations'] | undefined;

  constructor({ budget, metrics }: EvaluationMeans) {
    this.budget = budget;
    this.evaluations = metrics?.evaluations;
  }

  check(node: RuleNode, place: Place): void {
    if (place.value === null || place.value === undefined) return;
    if (!this.evaluations) return this.checkAll(node, place);
    const started = performance.now();
    this.checkAll(node, place);
    this.evaluations.observe((performance.now() - started) / 1000);
  }

  private get isSpent(): boolean {
    return this.budget.left < 0;
  }

  private checkAll(node: RuleNode, place: Place): void {
    const { value } = place;
    if (node.rules.length > 0) this.checkRules(node, place);
    for (const each of node.allOf) {
      if (this.isSpent) return;
      this.check(each, { ...place, correlation: place.correlation?.uncorrelated() });
    }
    if (this.isSpent) return;
    if (Array.isArray(value)) this.checkElements(node, place, value);
    else if (typeof value === 'object') this.checkMembers(node, place, value as Data);
  }

  private checkElements(node: RuleNode, place: Place, list: readonly unknown[]): void {
    const { items } = node;
    if (!items) return;
    const former = correlateElements(node, place.old);
    const unchanged = correlateElements(node, place.correlation?.old);
    for (let i = 0; i < list.length && !this.isSpent; i++) {
      const value = list[i];
      const correlation = place.correlation?.below(value, unchanged(value));
      this.check(items, { path: place.path.index(i), value, old: former(value), correlation });
    }
  }

  private checkMembers({ additional, properties }: RuleNode, place: Place, object: Data): void {
    // Most values with rules are leaves of the tree of rules.
    if (!additional && properties.size === 0) return;
    const former = memberOf(place.old);
    const unchanged = memberOf(place.correlation?.old);
    for (const name of Object.keys(object)) {
      if (this.isSpent) return;
      const declared = properties.get(name);
      const of = declared ?? additional;
      if (!of) continue;
      const value = object[name];
      const path = declared ? place.path.child(name) : place.path.key(name);
      const correlation = place.correlation?.below(value, unchanged?.(name));
      this.check(of, { path, value, old: former?.(name), correlation });
    }
  }

  private checkRules(node: RuleNode, place: Place): void {
    if (this.budget.left <= 0) return void this.errors.push(this.spend(place.path, node.type, OUT_OF_BUDGET));
    const variables = new RuleVariables(node, place);
    for (const programmed of node.rules) {
      if (this.isSpent) return;
      const { rule, usesOld } = programmed;
      if (usesOld && isNothing(place.old) && !rule.optionalOldSelf) continue;
      const error = this.checkRule(node, programmed, { place, variables });
      if (error) this.keep(error, place, usesOld);
    }
  }

  private keep(error: FieldError, { correlation }: Place, usesOld: boolean): void {
    const isAccepted = !usesOld && !this.isSpent && correlation?.isUnchanged();
    (isAccepted ? this.ratcheted : this.errors).push(error);
  }

  private checkRule(
    node: RuleNode,
    { rule, program, error, message, fieldPath }: ProgrammedRule,
    { place: { path, value }, variables }: { readonly place: Place; readonly variables: RuleVariables },
  ): FieldError | undefined {
    if (!program) return invalid(path, node.type, `rule compile error: compilation failed: ${error}`);
    const outcome = program.run(rule.optionalOldSelf ? variables.withOptionalOld() : variables);
    if (outcome.cost > this.budget.left) return this.spend(path, node.type, OUT_OF_BUDGET);
    this.budget.left -= outcome.cost;
    if (outcome.error) return this.failedEvaluation({ path, type: node.type }, rule, outcome.error);
    if (outcome.value === true) return undefined;
    const place = fieldPath === undefined ? path : path.child(fieldPath);
    // Upstream evaluates messages with a former value that is never optional.
    const text = message ? this.messageOf(message, variables, { path: place, type: node.type }) : undefined;
    if (typeof text === 'object') return text;
    return faultOfRule(rule.reason, { path: place, type: node.type, value, message: text ?? defaultMessage(rule) });
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

  find(name: string): Value | undefined {
    if (name === 'self') return (this.self ??= this.node.read(this.place.value));
    return name === 'oldSelf' ? this.node.read(this.place.old) : undefined;
  }

  /** Returns the variables of a rule that sees the former value as an optional one. */
  withOptionalOld(): { find: (name: string) => Value | undefined } {
    return { find: (name) => (name === 'oldSelf' ? this.optionalOldSelf() : this.find(name)) };
  }

  private optionalOldSelf(): Value {
    const { OptionalValue } = expressionLanguage();
    const { old } = this.place;
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
