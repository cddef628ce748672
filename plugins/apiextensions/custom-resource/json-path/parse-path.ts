import { type Filter, JsonPathError, type Operand, type PathStep, type Slice } from './path-step.js';

const SLICE = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/;
const QUOTED = /^'([^']*)'$|^"([^"]*)"$/;
const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
const TERMINATORS = new Set(['.', ',', '[', ']', '$', '@', '{', '}', ' ', '\t', '\n', '\r']);

/**
 * Parses a path in kubectl's dialect (client-go's jsonpath without braces and templates): fields with `\` escapes,
 * brackets, slices, wildcards, `..`, unions and filters. Throws JsonPathError.
 */
export function parsePath(text: string): PathStep[] {
  return new PathParser(text).parse();
}

class PathParser {
  private at = 0;
  private readonly steps: PathStep[] = [];

  constructor(private readonly text: string) {}

  parse(): PathStep[] {
    while (this.at < this.text.length) this.step();
    return this.steps;
  }

  private step(): void {
    const char = this.text[this.at];
    if (char === '$' || char === '@') this.at++;
    else if (char === '.') this.dot();
    else if (char === '[') this.steps.push(bracketStep(this.bracket()));
    else throw new JsonPathError(`unrecognized character in action: ${char}`);
  }

  private dot(): void {
    this.at++;
    if (this.text[this.at] === '.') {
      this.at++;
      this.steps.push({ kind: 'recursive' });
    }
    const name = this.name();
    if (name === '*') this.steps.push({ kind: 'wildcard' });
    else if (name !== '') this.steps.push({ kind: 'field', name });
  }

  private name(): string {
    let name = '';
    for (; this.at < this.text.length && !TERMINATORS.has(this.text[this.at]); this.at++) {
      if (this.text[this.at] === '\\') this.at++;
      name += this.text[this.at] ?? '';
    }
    return name;
  }

  /** The text between brackets; those in quotes and in filters do not count. */
  private bracket(): string {
    const start = ++this.at;
    let quote = '';
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at];
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === "'" || char === '"') quote = char;
      else if (char === '[') depth++;
      else if (char === ']' && depth-- === 0) return this.text.slice(start, this.at++);
    }
    throw new JsonPathError('unterminated array');
  }
}

function bracketStep(text: string): PathStep {
  if (text === '*') return { kind: 'wildcard' };
  if (text.startsWith('?(') && text.endsWith(')')) return { kind: 'filter', filter: parseFilter(text.slice(2, -1)) };
  const quoted = QUOTED.exec(text);
  if (quoted) return { kind: 'field', name: quoted[1] ?? quoted[2] };
  const parts = splitUnion(text);
  if (parts.length > 1) return { kind: 'union', steps: parts.map((part) => [bracketStep(part.trim())]) };
  return { kind: 'slice', slice: parseSlice(text) };
}

function splitUnion(text: string): string[] {
  const parts: string[] = [];
  let [part, quote] = ['', ''];
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    if (char !== ',' || quote !== '') part += char;
    else part = (parts.push(part), '');
  }
  return [...parts, part];
}

function parseSlice(text: string): Slice {
  const parts = SLICE.exec(text);
  if (!parts || text === '') throw new JsonPathError(`invalid array index ${text}`);
  const [start, end, step] = parts.slice(1).map(toNumber);
  return { start, end, step, isIndex: !text.includes(':') };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined || text === '' || text === '-' ? undefined : Number(text);
}

function parseFilter(text: string): Filter {
  const found = findOperator(text);
  if (!found) return { left: parseOperand(text), operator: 'exists' };
  const { at, operator } = found;
  return {
    left: parseOperand(text.slice(0, at)),
    operator,
    right: parseOperand(text.slice(at + operator.length)),
  };
}

function findOperator(
  text: string,
): { readonly at: number; readonly operator: (typeof OPERATORS)[number] } | undefined {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    const operator = quote === '' && OPERATORS.find((each) => text.startsWith(each, at));
    if (operator) return { at, operator };
  }
  return undefined;
}

function parseOperand(given: string): Operand {
  const text = given.trim();
  const quoted = QUOTED.exec(text);
  if (quoted) return { literal: quoted[1] ?? quoted[2] };
  if (text === 'true' || text === 'false') return { literal: text === 'true' };
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return { literal: Number(text) };
  return { path: parsePath(text) };
}
