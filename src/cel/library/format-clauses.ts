import { EvaluationError } from '../values/index.js';

/** A place in a format where a value is put. */
export interface Clause {
  readonly letter: string;
  readonly precision: number;
}

/** The precision of clauses without one. */
export const DEFAULT_PRECISION = 6;

const MAX_PRECISION = 100;
const LETTERS = 'sdfebxXo';

/**
 * Replaces the clauses of a format, which may be as many as there are values; throws EvaluationError where one cannot be
 * read or has no value.
 */
export function replaceClauses(text: string, size: number, write: (clause: Clause, index: number) => string): string {
  let [result, at, index] = ['', 0, 0];
  for (let mark = text.indexOf('%'); mark >= 0; mark = text.indexOf('%', at)) {
    result += text.slice(at, mark);
    if (text[mark + 1] === '%') {
      result += '%';
      at = mark + 2;
      continue;
    }
    if (mark + 1 >= text.length) throw new EvaluationError('unexpected end of string');
    if (index >= size) throw new EvaluationError(`index ${index} out of range`);
    const { clause, end } = readClause(text, mark + 1);
    result += write(clause, index++);
    at = end;
  }
  return result + text.slice(at);
}

/** Returns how many clauses a format has. */
export function countClauses(text: string): number {
  let count = 0;
  replaceClauses(text, Infinity, () => {
    count++;
    return '';
  });
  return count;
}

function readClause(text: string, start: number): { readonly clause: Clause; readonly end: number } {
  const { precision, end } = readPrecision(text, start);
  const letter = String.fromCodePoint(text.codePointAt(end)!);
  if (!LETTERS.includes(letter)) throw unreadable(`unrecognized formatting clause "${letter}"`);
  return { clause: { letter, precision }, end: end + 1 };
}

function readPrecision(text: string, start: number): { readonly precision: number; readonly end: number } {
  if (text[start] !== '.') return { precision: DEFAULT_PRECISION, end: start };
  let end = start + 1;
  while (text[end] >= '0' && text[end] <= '9') end++;
  const fault = 'error while parsing precision';
  if (end >= text.length) throw unreadable(`${fault}: could not find end of precision specifier`);
  const digits = text.slice(start + 1, end);
  if (digits === '') {
    const reason = 'strconv.Atoi: parsing "": invalid syntax';
    throw unreadable(`${fault}: error while converting precision to integer: ${reason}`);
  }
  const precision = Number(digits);
  if (precision > MAX_PRECISION) throw unreadable(`${fault}: precision ${digits} is too large`);
  return { precision, end };
}

function unreadable(reason: string): EvaluationError {
  return new EvaluationError(`could not parse formatting clause: ${reason}`);
}
