import { lengthOf } from '../values/index.js';

/** Something wrong with an expression, at a place in its text. */
export interface Issue {
  /** Undefined for what is wrong with the expression as a whole. */
  readonly at: number | undefined;
  readonly message: string;
}

const MAX_REPORTED = 100;
const MAX_SNIPPET = 16_384;

interface Placed {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Writes what is wrong with an expression: each fault with its place and the line it is in, in the order of places. */
export function formatIssues(text: string, issues: readonly Issue[]): string {
  const starts = lineStarts(text);
  // A place costs as much as its line is long, so only those that are shown are worked out.
  const sorted = [...issues].sort((a, b) => (a.at ?? -1) - (b.at ?? -1));
  const shown = sorted.slice(0, MAX_REPORTED).map((issue) => formatIssue(place(issue, text, starts), text, starts));
  const left = sorted.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more errors were truncated`] : [])].join('\n');
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function place({ at, message }: Issue, text: string, starts: readonly number[]): Placed {
  if (at === undefined) return { line: -1, column: -1, message };
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: lengthOf(text.slice(starts[low], at)), message };
}

function formatIssue({ line, column, message }: Placed, text: string, starts: readonly number[]): string {
  // An empty text has no place to point at.
  if (text === '') return `ERROR: <input>:1:0: ${message}`;
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  if (line < 1) return head;
  const end = line < starts.length ? starts[line] - 1 : text.length;
  const snippet = text.slice(starts[line - 1], end).replaceAll('\t', ' ');
  if (Buffer.byteLength(snippet) > MAX_SNIPPET) return head;
  return `${head}\n | ${snippet}\n | ${indicator(snippet, column)}`;
}

/** Points at a character, in wide dots below wide letters. */
function indicator(snippet: string, column: number): string {
  const characters = Array.from(snippet);
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? '\uff0e' : '.'));
  return dots.join('') + (isWide(characters[column] ?? '') ? '\uff3e' : '^');
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f;
}
