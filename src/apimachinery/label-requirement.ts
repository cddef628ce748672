import { invalid, notSupported, formatFieldErrors, type FieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import { isLabelValue, isQualifiedName } from './names.js';

/** The labels of an object; absent means none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** How a requirement compares, spelled as in a selector's text. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** A selector that cannot be read or would never be valid; the message is meant for the client (400). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

const VALUE_COUNT: Record<LabelOperator, 'one' | 'many' | 'none'> = {
  '=': 'one',
  '==': 'one',
  '!=': 'one',
  in: 'many',
  notin: 'many',
  exists: 'none',
  '!': 'none',
  gt: 'one',
  lt: 'one',
};

/** One condition on one label. Immutable; values are unique and sorted. */
export class LabelRequirement {
  readonly values: readonly string[];
  private readonly bound: bigint | undefined;

  private constructor(
    readonly key: string,
    readonly operator: LabelOperator,
    values: readonly string[],
  ) {
    this.values = [...new Set(values)].sort();
    this.bound = isComparison(operator) ? parseInteger(values[0]) : undefined;
  }

  /** Builds a requirement; throws SelectorError with every fault of key and values. */
  static of(key: string, operator: LabelOperator, values: readonly string[] = []): LabelRequirement {
    const errors = requirementErrors(key, operator, values);
    if (errors.length > 0) throw new SelectorError(formatFieldErrors(errors));
    return new LabelRequirement(key, operator, values);
  }

  /** Returns the condition in selector syntax. */
  toString(): string {
    switch (this.operator) {
      case 'exists':
        return this.key;
      case '!':
        return `!${this.key}`;
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${this.values.join(',')})`;
      case 'gt':
        return `${this.key}>${this.values[0]}`;
      case 'lt':
        return `${this.key}<${this.values[0]}`;
      default:
        return `${this.key}${this.operator}${this.values[0]}`;
    }
  }

  /** Reports whether a value is on the right side of the bound of a `gt` or `lt`. */
  compares(value: string | undefined): boolean {
    const actual = value === undefined ? undefined : parseInteger(value);
    if (actual === undefined || this.bound === undefined) return false;
    return this.operator === 'gt' ? actual > this.bound : actual < this.bound;
  }

  /** Reports whether the bound of a `gt` or `lt` leaves less over than that of another one of the same operator. */
  isTighterThan({ bound }: LabelRequirement): boolean {
    if (this.bound === undefined || bound === undefined) return this.bound === undefined;
    return this.operator === 'gt' ? this.bound > bound : this.bound < bound;
  }
}

/** Returns the key's fault as the parser reports it: before anything is known of the operator. */
export function labelKeyErrors(key: string, path: FieldPath): FieldError[] {
  const messages = isQualifiedName(key);
  return messages.length > 0 ? [invalid(path, key, messages.join('; '))] : [];
}

function requirementErrors(key: string, operator: LabelOperator, values: readonly string[]): FieldError[] {
  const path = FieldPath.of();
  const valuesPath = path.child('values');
  return [
    ...labelKeyErrors(key, path.child('key')),
    ...valueCountErrors(operator, values, valuesPath),
    ...(isComparison(operator) && values.length === 1 ? integerErrors(values[0], valuesPath.index(0)) : []),
    ...values.flatMap((value, i) => {
      const messages = isLabelValue(value);
      return messages.length > 0 ? [invalid(valuesPath.index(i).key(key), value, messages.join('; '))] : [];
    }),
  ];
}

function valueCountErrors(operator: LabelOperator, values: readonly string[], path: FieldPath): FieldError[] {
  if (!Object.hasOwn(VALUE_COUNT, operator)) {
    return [notSupported(FieldPath.of('operator'), operator, Object.keys(VALUE_COUNT))];
  }
  const expected = VALUE_COUNT[operator];
  if (expected === 'many' && values.length === 0) {
    return [invalid(path, values, "for 'in', 'notin' operators, values set can't be empty")];
  }
  if (expected === 'none' && values.length > 0) {
    return [invalid(path, values, 'values set must be empty for exists and does not exist')];
  }
  if (expected === 'one' && values.length !== 1) {
    return [
      invalid(
        path,
        values,
        isComparison(operator)
          ? "for 'Gt', 'Lt' operators, exactly one value is required"
          : 'exact-match compatibility requires one single value',
      ),
    ];
  }
  return [];
}

function integerErrors(value: string, path: FieldPath): FieldError[] {
  if (parseInteger(value) !== undefined) return [];
  return [invalid(path, value, "for 'Gt', 'Lt' operators, the value must be an integer")];
}

function isComparison(operator: LabelOperator): boolean {
  return operator === 'gt' || operator === 'lt';
}

function parseInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
