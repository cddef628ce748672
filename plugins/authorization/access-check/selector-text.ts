import { LabelMatcher } from '../../../src/plugin-api/index.js';
import { FieldSelector, escapeFieldValue } from '../../../src/plugin-api/built-in.js';
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
} from '../subject-access-review/subject-access-review.v1.js';

/** A selector of a review as the authorizers take it, and what could not be read of it. */
export interface SelectorText {
  readonly text?: string;
  readonly fault?: string;
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** One of the two kinds of selectors. */
interface SelectorSyntax {
  /** The member of the review that holds the selector. */
  readonly member: string;
  /** A requirement as text; undefined when it cannot be said. */
  readonly term: (requirement: Requirement) => string | undefined;
  /** Throws when a text cannot be read. */
  readonly parse: (text: string) => unknown;
}

const FIELD_SELECTOR: SelectorSyntax = {
  member: 'fieldSelector',
  term: fieldTerm,
  parse: (text) => FieldSelector.parse(text),
};

const LABEL_SELECTOR: SelectorSyntax = {
  member: 'labelSelector',
  term: labelTerm,
  parse: (text) => LabelMatcher.parse(text),
};

/** Returns the field selector of a review as text. */
export function fieldSelectorText(selector: FieldSelectorAttributes | undefined): SelectorText {
  return selectorText(selector, FIELD_SELECTOR);
}

/** Returns the label selector of a review as text. */
export function labelSelectorText(selector: LabelSelectorAttributes | undefined): SelectorText {
  return selectorText(selector, LABEL_SELECTOR);
}

/** Unreadable parts are left out: the review is then about more, never about less. */
function selectorText(
  selector: { rawSelector?: string; requirements?: readonly Requirement[] } | undefined,
  { member, term, parse }: SelectorSyntax,
): SelectorText {
  if (!selector) return {};
  const path = `spec.resourceAttributes.${member}`;
  if (selector.rawSelector) {
    return isReadable(selector.rawSelector, parse)
      ? { text: selector.rawSelector }
      : { fault: `${path} ignored due to parse error` };
  }
  const requirements = selector.requirements ?? [];
  const terms = requirements.map(term).filter((text) => text !== undefined);
  if (terms.length === requirements.length) return { text: terms.join(',') };
  if (terms.length === 0) return { fault: `${path} ignored due to parse error` };
  return { text: terms.join(','), fault: `${path} partially ignored due to parse error` };
}

function isReadable(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function fieldTerm({ key, operator, values = [] }: Requirement): string | undefined {
  if (values.length !== 1 || (operator !== 'In' && operator !== 'NotIn')) return undefined;
  return `${key}${operator === 'In' ? '=' : '!='}${escapeFieldValue(values[0])}`;
}

function labelTerm({ key, operator, values = [] }: Requirement): string | undefined {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return undefined;
  }
}
