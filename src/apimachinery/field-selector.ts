import { SelectorError } from './label-requirement.js';

/** One condition on one field. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** The selectable fields of an object by name. */
export type FieldSet = Readonly<Record<string, string | undefined>>;

/** Returns the stored name (and value) of a field, or undefined to drop the condition; throws for unknown fields. */
export type FieldTransform = (field: string, value: string) => { field: string; value: string } | undefined;

const OPERATORS = ['!=', '==', '='] as const;

/**
 * A set of conditions on fields that all have to hold. Immutable.
 *
 * @internal
 * @example
 * const isDocked = FieldSelector.parse('status.phase=Docked').matches({ 'status.phase': 'Docked' });
 */
export class FieldSelector {
  private rules: readonly FieldRule[] | undefined;

  private constructor(readonly requirements: readonly FieldRequirement[]) {}

  /** Selects every object. */
  static readonly everything = new FieldSelector([]);

  /** Selects what meets all the requirements. */
  static of(requirements: readonly FieldRequirement[]): FieldSelector {
    return requirements.length === 0 ? FieldSelector.everything : new FieldSelector(requirements);
  }

  /** Selects the objects whose field has this value. */
  static exact(field: string, value: string): FieldSelector {
    return new FieldSelector([{ field, operator: '=', value }]);
  }

  /** Reads the text of a `fieldSelector` parameter; throws SelectorError. */
  static parse(text: string): FieldSelector {
    const terms = splitTerms(text)
      .filter((term) => term !== '')
      .sort();
    // A term without field and value selects everything, whatever its operator.
    return FieldSelector.of(
      terms.map((term) => parseTerm(term, text)).filter(({ field, value }) => field !== '' || value !== ''),
    );
  }

  /** True when every object matches, so that a caller may skip the check. */
  get isEverything(): boolean {
    return this.requirements.length === 0;
  }

  /** Reports whether an object with these fields is selected; a field it lacks counts as empty. */
  matches(fields: FieldSet): boolean {
    this.rules ??= joinByField(this.requirements);
    for (const { field, wanted, unwanted } of this.rules) {
      const actual = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? '';
      if (unwanted.has(actual) || wanted.size > 1 || (wanted.size === 1 && !wanted.has(actual))) return false;
    }
    return true;
  }

  /** Returns the value a field must have to be selected, if the selector demands one. */
  requiresExactMatch(field: string): string | undefined {
    return this.requirements.find((r) => r.field === field && r.operator === '=')?.value;
  }

  /** Renames fields by the rules of a resource; what the hook throws reaches the caller. */
  transform(hook: FieldTransform): FieldSelector {
    return FieldSelector.of(
      this.requirements.flatMap(({ field, operator, value }) => {
        const renamed = hook(field, value);
        return renamed === undefined ? [] : [{ ...renamed, operator }];
      }),
    );
  }

  /** Returns the canonical text, with the special characters of values escaped. */
  toString(): string {
    return this.requirements.map((r) => `${r.field}${r.operator}${escapeFieldValue(r.value)}`).join(',');
  }
}

/** All conditions on one field: one value at most can be wanted, or no object meets them. */
interface FieldRule {
  readonly field: string;
  readonly wanted: Set<string>;
  readonly unwanted: Set<string>;
}

/** Joins conditions, so that checking an object costs no more the more conditions there are on a field. */
function joinByField(requirements: readonly FieldRequirement[]): FieldRule[] {
  const rules = new Map<string, FieldRule>();
  for (const { field, operator, value } of requirements) {
    let rule = rules.get(field);
    if (!rule) rules.set(field, (rule = { field, wanted: new Set(), unwanted: new Set() }));
    (operator === '=' ? rule.wanted : rule.unwanted).add(value);
  }
  return [...rules.values()];
}

/**
 * Escapes what would end a value in a field selector.
 *
 * @internal
 * @example
 * const selector = FieldSelector.parse(`spec.ship=${escapeFieldValue('a,b=c')}`);
 */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string, whole: string): FieldRequirement {
  for (let at = 0; at < term.length; at++) {
    const operator = OPERATORS.find((candidate) => term.startsWith(candidate, at));
    if (operator !== undefined) {
      const value = unescapeFieldValue(term.slice(at + operator.length));
      return { field: term.slice(0, at), operator: operator === '!=' ? '!=' : '=', value };
    }
  }
  throw new SelectorError(`invalid selector: '${whole}'; can't understand '${term}'`);
}

function unescapeFieldValue(text: string): string {
  if (!/[\\,=]/.test(text)) return text;
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') value += unescapeNext(text[++at]);
    else if (char === ',' || char === '=') {
      throw new SelectorError(`invalid field selector: unescaped character in value: ${char.charCodeAt(0)}`);
    } else value += char;
  }
  return value;
}

function unescapeNext(char: string | undefined): string {
  if (char === '\\' || char === ',' || char === '=') return char;
  throw new SelectorError(`invalid field selector: invalid escape sequence: \\${char ?? ''}`);
}
