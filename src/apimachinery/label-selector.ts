import { hasRule } from './checked-release.js';
import { forbidden, invalid, required, type FieldError } from './field-error.js';
import type { FieldPath } from './field-path.js';
import { LabelRequirement, SelectorError, type LabelOperator, type Labels } from './label-requirement.js';
import { LabelRules } from './label-rules.js';
import { parseLabelRequirements } from './label-selector-parser.js';
import { isLabelValue, isQualifiedName } from './names.js';

export { LabelRequirement, type LabelOperator, type Labels } from './label-requirement.js';

/** The object form of a label selector, as it stands in API objects (meta/v1 LabelSelector). */
export interface LabelSelectorObject {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelSelectorExpression[];
}

/** One condition of a selector in object form. */
export interface LabelSelectorExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

/**
 * A set of conditions on labels that all have to hold. Immutable.
 *
 * @public
 * @example
 * const isAtNorth = LabelMatcher.parse('pier=north').matches({ pier: 'north' });
 */
export class LabelSelector {
  private rules: LabelRules | undefined;

  private constructor(
    readonly requirements: readonly LabelRequirement[],
    private readonly isNothing: boolean,
  ) {}

  /** Selects every object. */
  static readonly everything = new LabelSelector([], false);

  /** Selects no object. */
  static readonly nothing = new LabelSelector([], true);

  /** Selects what meets all the requirements. */
  static of(requirements: readonly LabelRequirement[]): LabelSelector {
    if (requirements.length === 0) return LabelSelector.everything;
    const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return new LabelSelector(sorted, false);
  }

  /** Reads the text of a `labelSelector` parameter; throws SelectorError. */
  static parse(text: string): LabelSelector {
    return LabelSelector.of(parseLabelRequirements(text));
  }

  /** Converts the object form: an absent selector selects nothing, an empty one everything; throws SelectorError. */
  static fromObject(selector: LabelSelectorObject | null | undefined): LabelSelector {
    if (selector === null || selector === undefined) return LabelSelector.nothing;
    const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
      LabelRequirement.of(key, '=', [value]),
    );
    const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values }) => {
      if (!Object.hasOwn(OPERATORS, operator)) {
        throw new SelectorError(`${JSON.stringify(operator)} is not a valid label selector operator`);
      }
      return LabelRequirement.of(key, OPERATORS[operator], values ?? []);
    });
    return LabelSelector.of([...labels, ...expressions]);
  }

  /** True when every object matches, so that a caller may skip the check. */
  get isEverything(): boolean {
    return !this.isNothing && this.requirements.length === 0;
  }

  /** Reports whether an object with these labels is selected. */
  matches(labels: Labels): boolean {
    if (this.isNothing) return false;
    return (this.rules ??= new LabelRules(this.requirements)).accept(labels);
  }

  /** Returns the value a label must have to be selected, when the selector names exactly one. */
  requiresExactMatch(key: string): string | undefined {
    const exact = this.requirements.find(
      (r) =>
        r.key === key && r.values.length === 1 && (r.operator === '=' || r.operator === '==' || r.operator === 'in'),
    );
    return exact?.values[0];
  }

  /** Returns the canonical text: requirements in order of their keys, values sorted. */
  toString(): string {
    return this.requirements.join(',');
  }
}

/**
 * Checks the object form; `allowInvalidValues` is for stored objects that older releases accepted.
 *
 * @public
 * @example
 * const errors = validateLabelSelector({ matchLabels: { pier: 'north' } }, path.child('selector'));
 */
export function validateLabelSelector(
  selector: LabelSelectorObject | null | undefined,
  path: FieldPath,
  options: { allowInvalidValues?: boolean } = {},
): FieldError[] {
  // Values of selectors were not looked at before.
  const allowsInvalid = options.allowInvalidValues === true || !hasRule({ since: '1.26' });
  if (selector === null || selector === undefined) return [];
  return [
    ...validateLabels(selector.matchLabels, path.child('matchLabels')),
    ...(selector.matchExpressions ?? []).flatMap((expression, i) =>
      validateExpression(expression, path.child('matchExpressions').index(i), allowsInvalid),
    ),
  ];
}

/**
 * Checks keys and values of a label map, in order of the keys.
 *
 * @internal
 * @example
 * const errors = validateLabels({ pier: 'north' }, path.child('labels'));
 */
export function validateLabels(labels: Labels | null, path: FieldPath): FieldError[] {
  if (!labels || areValid(labels)) return [];
  return Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => [
      ...validateLabelName(key, path),
      ...isLabelValue(value).map((message) => invalid(path, value, message)),
    ]);
}

/** Every write asks it, most of them twice: without lists and in the order that is at hand. */
function areValid(labels: Labels): boolean {
  for (const key in labels) {
    if (isQualifiedName(key).length > 0 || isLabelValue(labels[key]!).length > 0) return false;
  }
  return true;
}

/**
 * Checks the key of a label.
 *
 * @internal
 * @example
 * const errors = validateLabelName('harbor.example.com/pier', path.child('labelName'));
 */
export function validateLabelName(key: string, path: FieldPath): FieldError[] {
  return isQualifiedName(key).map((message) => invalid(path, key, message));
}

function validateExpression(
  expression: LabelSelectorExpression,
  path: FieldPath,
  allowsInvalid: boolean,
): FieldError[] {
  const values = expression.values ?? [];
  return [
    ...validateOperator(expression.operator, values, path),
    ...validateLabelName(expression.key ?? '', path.child('key')),
    ...(allowsInvalid
      ? []
      : values.flatMap((value, i) =>
          isLabelValue(value).map((message) => invalid(path.child('values').index(i), value, message)),
        )),
  ];
}

function validateOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalid(path.child('operator'), operator ?? '', 'not a valid selector operator')];
  }
}
