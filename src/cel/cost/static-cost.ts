import type { Checked } from '../check/index.js';
import {
  ACCUMULATOR,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  OPERATOR,
  type SelectExpr,
} from '../parse/index.js';
import { lengthOf } from '../values/index.js';
import { type EstimatedPart, estimateCall, joinEstimates, sizeOfPart } from './call-estimates.js';
import { exactly, product, type Range, sum, union } from './estimate.js';

/** The way to a value from a variable: names of fields, `@items` and `@values` for elements, `@keys` for keys. */
export type ValuePath = readonly string[];

/** Returns the size of the values of a variable; undefined if unknown. */
export type EstimateSize = (path: ValuePath) => { readonly min: number; readonly max: number } | undefined;

/** Estimates the minimum and maximum cost of an expression. */
export function estimateCost(expr: Expr, checked: Checked, sizes: EstimateSize): Range {
  return new CostEstimator(checked, sizes).cost(expr);
}

const ONE = exactly(1);
const ZERO = exactly(0);
const LIST_COST = exactly(10);
const MAP_COST = exactly(30);
const STRUCT_COST = exactly(40);

class CostEstimator {
  private readonly paths = new Map<Expr, ValuePath>();
  private readonly sizes = new Map<Expr, Range>();
  private readonly costs = new Map<Expr, Range>();
  /** The ranges of macro variables, the innermost last. */
  private readonly ranges: { readonly name: string; readonly range: Expr }[] = [];

  constructor(
    private readonly checked: Checked,
    private readonly knownSize: EstimateSize,
  ) {}

  private sizeOfPath(path: ValuePath): Range | undefined {
    const known = this.knownSize(path);
    return known && { min: BigInt(known.min), max: BigInt(known.max) };
  }

  cost(expr: Expr): Range {
    // Macros write a part down twice, and parts of it again: it is gone through once.
    const cost = this.costs.get(expr) ?? this.costOf(expr);
    this.costs.set(expr, cost);
    return cost;
  }

  private costOf(expr: Expr): Range {
    switch (expr.kind) {
      case 'literal':
        return ZERO;
      case 'ident':
        this.paths.set(expr, this.pathOfName(expr.name));
        return ONE;
      case 'select':
        return this.select(expr);
      case 'call':
        return this.call(expr);
      case 'list':
        return sum(LIST_COST, ...expr.elements.map((element) => this.cost(element)));
      case 'map':
        return sum(MAP_COST, ...expr.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]));
      case 'struct':
        return sum(STRUCT_COST, ...expr.fields.map(({ value }) => this.cost(value)));
      case 'comprehension':
        return this.comprehension(expr);
    }
  }

  private pathOfName(name: string): ValuePath {
    const scope = this.ranges.findLast((each) => each.name === name);
    if (!scope) return [name];
    const path = this.paths.get(scope.range);
    const { kind } = this.checked.types.get(scope.range)!;
    if (kind === 'list') return [...(path ?? []), '@items'];
    return kind === 'map' ? [...(path ?? []), '@keys'] : [];
  }

  private pathOf(expr: Expr): ValuePath {
    return this.paths.get(expr) ?? [];
  }

  private select(expr: SelectExpr): Range {
    const reference = this.checked.references.get(expr);
    if (reference) {
      this.paths.set(expr, [reference.name]);
      return ONE;
    }
    const operand = this.cost(expr.operand);
    if (expr.testOnly) return operand;
    this.paths.set(expr, [...this.pathOf(expr.operand), expr.field]);
    const { kind } = this.checked.types.get(expr.operand)!;
    return ['map', 'object', 'param'].includes(kind) ? sum(operand, ONE) : operand;
  }

  private call(expr: CallExpr): Range {
    const { name, overloads = [] } = this.checked.references.get(expr) ?? { name: expr.name };
    const costs = expr.args.map((arg) => this.cost(arg));
    if (overloads.length === 0) return ZERO;
    if (name === OPERATOR.and || name === OPERATOR.or) return { min: costs[0].min, max: sum(...costs).max };
    if (name === OPERATOR.conditional) return this.conditional(expr, costs);
    // The front part of a function's name is no value.
    const target = expr.target && name === expr.name ? expr.target : undefined;
    const ofTarget = target ? this.cost(target) : ZERO;
    const parts = { target: target && this.part(target), args: expr.args.map((arg) => this.part(arg)) };
    const estimate = joinEstimates(overloads.map(({ id }) => estimateCall({ name, id, ...parts })));
    if (estimate.size) this.sizes.set(expr, estimate.size);
    for (const { id } of overloads) this.trackIndex(expr, id);
    return sum(ofTarget, estimate.cost, ...costs);
  }

  private conditional(expr: CallExpr, [condition, then, otherwise]: readonly Range[]): Range {
    const [, a, b] = expr.args.map((arg) => sizeOfPart(this.part(arg)));
    this.sizes.set(expr, union(a, b));
    return sum(condition, union(then, otherwise));
  }

  private trackIndex(expr: CallExpr, id: string): void {
    if (id === 'index_list') this.paths.set(expr, [...this.pathOf(expr.args[0]), '@items']);
    if (id === 'index_map') this.paths.set(expr, [...this.pathOf(expr.args[0]), '@values']);
  }

  private comprehension(expr: ComprehensionExpr): Range {
    const before = sum(this.cost(expr.range), this.cost(expr.init));
    // As in the reference, nothing is known of a second variable.
    this.ranges.push({ name: expr.variable, range: expr.range });
    const round = sum(this.cost(expr.condition), this.cost(expr.step));
    this.ranges.pop();
    const result = this.cost(expr.result);
    const count = sizeOfPart(this.part(expr.range));
    this.sizes.set(expr, count);
    return sum(before, result, product(count, round));
  }

  private part(expr: Expr): EstimatedPart {
    const path = this.pathOf(expr);
    // The result list of a macro is not a variable of known size.
    const known = path[0] === ACCUMULATOR ? [] : path;
    return {
      type: this.checked.types.get(expr)!,
      literal: expr.kind === 'literal' ? expr.value : undefined,
      size: this.sizes.get(expr) ?? writtenSize(expr) ?? (known.length > 0 ? this.sizeOfPath(known) : undefined),
      elementSize: known.length > 0 ? this.sizeOfPath([...known, '@items']) : undefined,
    };
  }
}

/** The size of what is written down. */
function writtenSize(expr: Expr): Range | undefined {
  if (expr.kind === 'list') return exactly(expr.elements.length);
  if (expr.kind === 'map') return exactly(expr.entries.length);
  if (expr.kind !== 'literal') return undefined;
  if (typeof expr.value === 'string') return exactly(lengthOf(expr.value));
  return exactly(expr.value instanceof Uint8Array ? expr.value.length : 1);
}
