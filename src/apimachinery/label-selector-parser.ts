import { formatFieldErrors } from './field-error.js';
import { FieldPath } from './field-path.js';
import { LabelRequirement, labelKeyErrors, SelectorError, type LabelOperator } from './label-requirement.js';

type Token = 'identifier' | 'end' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<' | 'in' | 'notin';

interface Lexeme {
  readonly token: Token;
  readonly literal: string;
}

const SPECIAL = new Set(['=', '!', '(', ')', ',', '>', '<']);
const SPACE = new Set([' ', '\t', '\r', '\n']);
const OPERATOR_OF: Partial<Record<Token, LabelOperator>> = {
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
  in: 'in',
  notin: 'notin',
};
const OPERATOR_NAMES = 'in, notin, =, ==, !=, gt, lt';

/** Reads the text of a `labelSelector` parameter into its requirements; throws SelectorError. */
export function parseLabelRequirements(text: string): LabelRequirement[] {
  return new LabelSelectorParser(scan(text)).parse();
}

function scan(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  for (let at = 0; at < text.length;) {
    if (SPACE.has(text[at])) {
      at++;
      continue;
    }
    const literal = SPECIAL.has(text[at]) ? scanSymbol(text, at) : scanWord(text, at);
    const isWord = !SPECIAL.has(literal[0]) && literal !== 'in' && literal !== 'notin';
    lexemes.push({ token: isWord ? 'identifier' : (literal as Token), literal });
    at += literal.length;
  }
  lexemes.push({ token: 'end', literal: '' });
  return lexemes;
}

function scanSymbol(text: string, at: number): string {
  const pair = text.slice(at, at + 2);
  return pair === '==' || pair === '!=' ? pair : text[at];
}

function scanWord(text: string, at: number): string {
  let end = at;
  while (end < text.length && !SPECIAL.has(text[end]) && !SPACE.has(text[end])) end++;
  return text.slice(at, end);
}

/** A recursive-descent reader; its messages are those clients of the reference know. */
class LabelSelectorParser {
  private position = 0;

  constructor(private readonly lexemes: readonly Lexeme[]) {}

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const { token, literal } = this.peek();
      if (token === 'end') return requirements;
      if (token !== 'identifier' && token !== '!') {
        throw new SelectorError(`found '${literal}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.parseRequirementInContext());
      if (!this.continues()) return requirements;
    }
  }

  private parseRequirementInContext(): LabelRequirement {
    try {
      return this.parseRequirement();
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  /** Consumes what separates two requirements; false at the end. */
  private continues(): boolean {
    const separator = this.next();
    if (separator.token === 'end') return false;
    if (separator.token !== ',')
      throw new SelectorError(`found '${separator.literal}', expected: ',' or 'end of string'`);
    const { token, literal } = this.peek();
    if (token !== 'identifier' && token !== '!')
      throw new SelectorError(`found '${literal}', expected: identifier after ','`);
    return true;
  }

  private parseRequirement(): LabelRequirement {
    const isNegated = this.peek().token === '!';
    if (isNegated) this.position++;
    const key = this.next();
    if (key.token !== 'identifier') throw new SelectorError(`found '${key.literal}', expected: identifier`);
    const keyErrors = labelKeyErrors(key.literal, FieldPath.of());
    if (keyErrors.length > 0) throw new SelectorError(formatFieldErrors(keyErrors));
    if (isNegated) return LabelRequirement.of(key.literal, '!');
    const { token } = this.peek();
    if (token === 'end' || token === ',') return LabelRequirement.of(key.literal, 'exists');
    const operator = this.parseOperator();
    const values = operator === 'in' || operator === 'notin' ? this.parseValues() : [this.parseExactValue()];
    return LabelRequirement.of(key.literal, operator, values);
  }

  private parseOperator(): LabelOperator {
    const { token, literal } = this.next({ keywords: true });
    const operator = OPERATOR_OF[token];
    if (operator === undefined) throw new SelectorError(`found '${literal}', expected: ${OPERATOR_NAMES}`);
    return operator;
  }

  private parseExactValue(): string {
    const { token } = this.peek();
    if (token === 'end' || token === ',') return '';
    const value = this.next();
    if (value.token !== 'identifier') throw new SelectorError(`found '${value.literal}', expected: identifier`);
    return value.literal;
  }

  private parseValues(): string[] {
    const open = this.next();
    if (open.token !== '(') throw new SelectorError(`found '${open.literal}' expected: '('`);
    const first = this.peek();
    if (first.token === ')') {
      this.position++;
      return [''];
    }
    if (first.token !== 'identifier' && first.token !== ',') {
      throw new SelectorError(`found '${first.literal}', expected: ',', ')' or identifier`);
    }
    return this.parseValueList();
  }

  /** Reads up to and including `)`. A comma with nothing before or after it stands for the empty value. */
  private parseValueList(): string[] {
    const values: string[] = [];
    for (let isValueDue = true; ;) {
      const { token, literal } = this.next();
      if (token === 'identifier') {
        if (!isValueDue) throw new SelectorError(`found '${literal}', expected: ',' or ')'`);
        values.push(literal);
        isValueDue = false;
      } else if (token === ',' || token === ')') {
        if (isValueDue) values.push('');
        isValueDue = true;
        if (token === ')') return [...new Set(values)].sort();
      } else {
        throw new SelectorError(`found '${literal}', expected: ',' or ${isValueDue ? 'identifier' : "')'"}`);
      }
    }
  }

  private peek(): Lexeme {
    return asValue(this.lexemes[this.position]);
  }

  private next(context: { keywords: boolean } = { keywords: false }): Lexeme {
    const lexeme = this.lexemes[this.position];
    if (lexeme.token !== 'end') this.position++;
    return context.keywords ? lexeme : asValue(lexeme);
  }
}

/** `in` and `notin` are keywords only where an operator may stand; elsewhere they are plain words. */
function asValue(lexeme: Lexeme): Lexeme {
  return lexeme.token === 'in' || lexeme.token === 'notin' ? { token: 'identifier', literal: lexeme.literal } : lexeme;
}
