import { textSince } from './checked-release.js';

/** Returns text for a value longer than `max` bytes. */
export function tooLongMessage(max: number): string {
  return `must be no more than ${max} characters`;
}

/** Returns the same for labels and qualified names, whose limit is one of bytes in words, too, since 1.35. */
export function tooManyBytesMessage(max: number): string {
  return `must be no more than ${max} ${textSince('1.35', 'bytes', 'characters')}`;
}

/** Text for a value that may not be empty. */
export const NON_EMPTY_MESSAGE = 'must be non-empty';

/** Returns text for a number outside of `[low, high]`. */
export function rangeMessage(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** Returns text for a value that does not match `pattern`; the examples show what would. */
export function patternMessage(rule: string, pattern: string, ...examples: string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return examples.length === 0
    ? `${rule} (regex used for validation is '${pattern}')`
    : `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

/** Compiles a pattern that has to match the whole value. */
export function wholeMatch(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

/** Compares the UTF-8 length of a value with a limit; limits count bytes, as the reference does. */
export function isLongerThan(value: string, max: number): boolean {
  return value.length > max || (value.length * 3 > max && Buffer.byteLength(value) > max);
}

/** One named syntax: what its messages say and what it accepts. */
export interface Syntax {
  readonly rule: string;
  readonly pattern: string;
  /** The pattern that messages show, where that is another one. */
  readonly shownPattern?: string;
  readonly examples: readonly string[];
  readonly max?: number;
  /** True if the message counts bytes since 1.35. */
  readonly countsBytes?: boolean;
}

/** Builds the check of a syntax: it returns every message that applies, and none for a good value. */
export function checkOf(syntax: Syntax): (value: string) => string[] {
  const regexp = wholeMatch(syntax.pattern);
  const message = patternMessage(syntax.rule, syntax.shownPattern ?? syntax.pattern, ...syntax.examples);
  return (value) => {
    const errors: string[] = [];
    if (syntax.max !== undefined && isLongerThan(value, syntax.max))
      errors.push((syntax.countsBytes ? tooManyBytesMessage : tooLongMessage)(syntax.max));
    if (!regexp.test(value)) errors.push(message);
    return errors;
  };
}
