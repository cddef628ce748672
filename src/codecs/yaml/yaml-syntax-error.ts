import { SyntaxFault } from '../syntax-fault.js';

/** A text that is no YAML. Messages are worded as Go's decoder words them: clients show and match them. */
export class YamlSyntaxError extends SyntaxFault {
  constructor(message: string) {
    super(message);
    this.name = 'YamlSyntaxError';
  }

  /** Returns the errors of the YAML parser itself; other messages are about values that JSON cannot represent. */
  static because(problem: string): YamlSyntaxError {
    return new YamlSyntaxError(`yaml: ${problem}`);
  }
}

/** Where and why the parser gave up. */
export interface YamlProblem {
  /** The parser's own words. */
  readonly reason: string;
  readonly text: string;
  /** Offset into the text. */
  readonly position: number;
  /** Line of the offset, counted from zero. */
  readonly line: number;
}

interface Wording {
  readonly problem: string;
  /** Found while splitting the text into tokens: such lines are counted from one, those found later from zero. */
  readonly isToken: boolean;
  /** Noticed only where the text ends. */
  readonly atEnd?: boolean;
}

const token = (problem: string): Wording => ({ problem, isToken: true });
const structure = (problem: string): Wording => ({ problem, isToken: false });

const BAD_CHARACTER = token('found character that cannot start any token');
const NO_CONTENT = structure('did not find expected node content');
const NO_KEY = structure('did not find expected key');
const UNEXPECTED_END: Wording = { problem: 'found unexpected end of stream', isToken: true, atEnd: true };

const WORDINGS: readonly (readonly [RegExp, Wording | ((problem: YamlProblem) => Wording)])[] = [
  [/within a (single|double) quoted scalar/, UNEXPECTED_END],
  [/within a flow collection|missed comma between flow/, unclosedFlow],
  [/^tab characters/, badTab],
  [/^bad indentation of a (mapping|sequence) entry/, badEntry],
  [/^expected the node content/, NO_CONTENT],
  [/multiline key|expected ':' after a mapping key/, token("could not find expected ':'")],
  [/^end of the stream or a document separator/, strayContent],
  [/^directives end mark/, structure('did not find expected <document start>')],
  [/^unknown escape sequence/, token('found unknown escape character')],
  [/^expected hexadecimal character/, token('did not find expected hexdecimal number')],
  [/^a line break is expected/, token('did not find expected comment or line break')],
  [/^name of an (anchor|alias) node/, token('did not find expected alphabetic or numeric character')],
  [/within a verbatim tag/, token("did not find the expected '>'")],
  [/^undeclared tag handle/, structure('found undefined tag handle')],
];

/** Converts a problem of the parser into the error Go's decoder gives for it. */
export function describeProblem(problem: YamlProblem): YamlSyntaxError {
  if (/non-printable|null byte|valid JSON character/.test(problem.reason)) {
    return YamlSyntaxError.because('control characters are not allowed');
  }
  if (problem.reason.startsWith('nesting exceeded')) return YamlSyntaxError.because('exceeded max depth of 10000');
  const found = WORDINGS.find(([pattern]) => pattern.test(problem.reason))?.[1] ?? NO_KEY;
  const wording = typeof found === 'function' ? found(problem) : found;
  const line = wording.atEnd ? endLine(problem.text) : problem.line;
  const shown = line > 0 && wording.isToken ? line + 1 : line;
  return YamlSyntaxError.because(shown > 0 ? `line ${shown}: ${wording.problem}` : wording.problem);
}

/** The line after the last one, whether or not that ends in a line break; spaces before the end do not count. */
function endLine(text: string): number {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, text[end - 1] === '\n' ? end - 1 : end).split('\n').length;
}

function unclosedFlow({ text, position }: YamlProblem): Wording {
  const before = text.slice(0, position).trimEnd();
  const isAtEnd = text.slice(position).trim() === '';
  if (/[[{,:]$/.test(before)) return { ...NO_CONTENT, atEnd: isAtEnd };
  return { ...structure(`did not find expected ',' or '${closingOf(before)}'`), atEnd: isAtEnd };
}

function closingOf(text: string): string {
  const open: string[] = [];
  for (const char of text) {
    if (char === '[') open.push(']');
    else if (char === '{') open.push('}');
    else if (char === open.at(-1)) open.pop();
  }
  return open.at(-1) ?? '}';
}

function badTab({ text, position }: YamlProblem): Wording {
  const before = text.slice(0, position).trimEnd();
  if (/[|>]$/.test(before)) return token('found a tab character where an indentation space is expected');
  return /[^:-]$/.test(before) ? token('found a tab character that violates indentation') : BAD_CHARACTER;
}

function badEntry({ text, position }: YamlProblem): Wording {
  const char = text[position] ?? '';
  if (char === ':') return token('mapping values are not allowed in this context');
  if (/[@`%\t]/.test(char)) return BAD_CHARACTER;
  const isValueMissing = /[:-]$/.test(text.slice(0, position).trimEnd());
  if (isValueMissing && char === '-') return token('block sequence entries are not allowed in this context');
  if (isValueMissing && char === '?') return token('mapping keys are not allowed in this context');
  return isValueMissing && /[\]},]/.test(char) ? NO_CONTENT : NO_KEY;
}

function strayContent({ text }: YamlProblem): Wording {
  const first = text.replace(/^([ \t\r]*(#.*)?\n|---\s)*/, '');
  if (/^-\s/.test(first)) return structure("did not find expected '-' indicator");
  return /^[^\n]*:(\s|$)/.test(first) ? NO_KEY : structure('did not find expected <document start>');
}
