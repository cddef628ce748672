/** Thrown with the reason why a text is no JSONPath. */
class SyntaxFault extends Error {}

const END = '';
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const QUOTED_KEY = /^'([^']*)'$/;
const OPERATOR = /[!<>=]+/;
const LETTER_OR_DIGIT = /^[_\p{L}\p{Nd}]$/u;
const DIGIT = /^\p{Nd}$/u;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const TERMINATORS: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}', END]);

/**
 * Returns why a text is no JSONPath in the dialect of kubectl, in its words; undefined if it is one (upstream: client-go's
 * jsonpath.Parse of `{text}`).
 */
export function jsonPathFault(text: string): string | undefined {
  try {
    new TemplateSyntax(`{${text}}`).check();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxFault) return error.message;
    throw error;
  }
}

/** Reads a template: texts, and actions in braces. Nothing but its syntax is looked at. */
class TemplateSyntax {
  private readonly input: readonly string[];
  private at = 0;
  /** True right behind `..`. */
  private isRecursive = false;

  constructor(text: string) {
    this.input = [...text];
  }

  check(): void {
    while (this.skipTo('{')) this.action();
  }

  /** Skips past the next brace; returns false if there is none. */
  private skipTo(brace: string): boolean {
    while (this.at < this.input.length) if (this.next() === brace) return true;
    return false;
  }

  private next(): string {
    return this.input[this.at++] ?? END;
  }

  private peek(ahead = 0): string {
    return this.input[this.at + ahead] ?? END;
  }

  private startsWith(text: string): boolean {
    return [...text].every((char, i) => this.peek(i) === char);
  }

  private action(): void {
    this.isRecursive = false;
    while (!this.startsWith('}')) this.part();
    this.at++;
  }

  private part(): void {
    if (this.startsWith('..')) return this.recursion();
    const wasRecursive = this.isRecursive;
    this.isRecursive = false;
    if (this.startsWith('[?(')) return this.filter();
    const char = this.next();
    if (char === END || char === '\r' || char === '\n') throw new SyntaxFault('unclosed action');
    if (char === ' ' || char === '@' || char === '$') this.isRecursive = wasRecursive;
    else if (char === '[') this.brackets();
    else if (char === '"' || char === "'") this.quoted(char);
    else if (char === '.') this.name();
    else if (char === '+' || char === '-' || DIGIT.test(char)) this.number(char);
    else if (LETTER_OR_DIGIT.test(char)) this.identifier();
    else throw new SyntaxFault(`unrecognized character in action: ${codePoint(char)}`);
  }

  private recursion(): void {
    if (this.isRecursive) throw new SyntaxFault('invalid multiple recursive descent');
    this.isRecursive = true;
    this.at += '..'.length;
    if (!LETTER_OR_DIGIT.test(this.peek())) return;
    this.isRecursive = false;
    this.name();
  }

  private name(): void {
    for (;;) {
      const char = this.peek();
      if (TERMINATORS.has(char)) return;
      this.at += char === '\\' ? 2 : 1;
    }
  }

  private identifier(): void {
    while (!TERMINATORS.has(this.peek())) this.at++;
  }

  private number(first: string): void {
    let text = first;
    for (let char = this.peek(); char === '.' || DIGIT.test(char); char = this.peek()) text += this.next();
    if (!NUMBER.test(text) || !Number.isFinite(Number(text))) throw new SyntaxFault(`cannot parse number ${text}`);
  }

  private quoted(quote: string): void {
    const start = this.at - 1;
    for (;;) {
      const char = this.next();
      if (char === END || char === '\n') throw new SyntaxFault('unterminated quoted string');
      if (char === quote && this.input[this.at - 2] !== '\\') break;
    }
    const text = this.input.slice(start, this.at).join('');
    if (!ESCAPED[quote].test(text.slice(1, -1))) throw new SyntaxFault(`unquote string ${text} error invalid syntax`);
  }

  private brackets(): void {
    const start = this.at;
    for (let char = this.next(); char !== ']'; char = this.next()) {
      if (char === END || char === '\n') throw new SyntaxFault('unterminated array');
    }
    const text = this.input.slice(start, this.at - 1).join('');
    const parts = text.split(',');
    if (parts.length === 1) return checkElement(text);
    // Parts of a union are paths in brackets, which have no further commas.
    for (const part of parts) new TemplateSyntax(`{[${withoutSpaces(part)}]}`).check();
  }

  private filter(): void {
    this.at += '[?('.length;
    const start = this.at;
    this.skipFilter();
    const text = this.input.slice(start, this.at - 1).join('');
    if (this.next() !== ']') throw new SyntaxFault('unclosed array expect ]');
    for (const side of sidesOf(text)) new TemplateSyntax(`{${side}}`).check();
  }

  /** Skips past the parenthesis that ends a filter: one that is not in its only quoted text. */
  private skipFilter(): void {
    let quote = '';
    let isClosed = false;
    for (;;) {
      const char = this.next();
      if (char === END || char === '\n') throw new SyntaxFault('unterminated filter');
      if (char === '"' || char === "'") {
        if (quote === '') quote = char;
        else if (char === quote && this.input[this.at - 2] !== '\\') isClosed = true;
      } else if (char === ')' && (quote !== '') === isClosed) {
        return;
      }
    }
  }
}

/** The sides of a comparison, or the whole text without one. Of operators at the end the last counts as the right side. */
function sidesOf(text: string): readonly string[] {
  const { index = 0, 0: operator = '' } = OPERATOR.exec(text) ?? {};
  const end = Math.min(index + operator.length, text.length - 1);
  return index === 0 || end === index ? [text] : [text.slice(0, index), text.slice(end)];
}

/** Checks what stands between brackets, besides filters and unions. */
function checkElement(text: string): void {
  if (text === '*') return;
  const key = QUOTED_KEY.exec(text);
  if (key) return new TemplateSyntax(`{.${key[1]}}`).check();
  const slice = SLICE.exec(text);
  if (!slice) throw new SyntaxFault(`invalid array index ${text}`);
  for (const given of slice.slice(1)) {
    const index = (given ?? '').replace(':', '');
    if (index === '-' || !isInteger(index)) throw new SyntaxFault(`array index ${index} is not a number`);
  }
}

/** Reports whether digits, of which there may be none, are an integer of 64 bits. */
function isInteger(digits: string): boolean {
  const significant = digits.replace(/^(-?)0+/, '$1');
  if (significant.length > MAX_DIGITS) return false;
  const value = BigInt(significant === '-' ? 0 : significant);
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

/** No integer of 64 bits has more, with its sign. */
const MAX_DIGITS = 20;

const HEX = '[0-9a-fA-F]';
const ESCAPES = [
  '[abfnrtv\\\\]',
  `x${HEX}{2}`,
  `u(?![dD][89abAB])${HEX}{4}`,
  `U00(?:0${HEX}|10)${HEX}{4}`,
  '[0-3][0-7]{2}',
].join('|');

/** Quoted texts with the escapes that Go has, by their quotes. */
const ESCAPED: Readonly<Record<string, RegExp>> = {
  '"': new RegExp(`^(?:[^\\\\]|\\\\(?:"|${ESCAPES}))*$`, 'u'),
  "'": new RegExp(`^(?:[^\\\\]|\\\\(?:'|${ESCAPES}))*$`, 'u'),
};

function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

const PRINTED = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

function codePoint(char: string): string {
  const code = `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return PRINTED.test(char) ? `${code} '${char}'` : code;
}
