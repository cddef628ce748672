import { type Expr, ExprFactory, type LiteralExpr, type MapEntry, OPERATOR, type StructField } from './ast.js';
import { tokenize } from './lexer.js';
import { hasSurrogate, readBytes, readDouble, readInt, readString, readUint } from './literals.js';
import { type Macro, MacroError } from './macro.js';
import type { Issue } from './source.js';
import { describeSyntaxErrors } from './syntax-errors.js';
import type { TokenType } from './token.js';
import { DepthFault, MAX_DEPTH, SyntaxFault, TokenReader } from './token-reader.js';

/** The options of the parser. */
export interface ParserOptions {
  /** The macros, by their keys. */
  readonly macros: ReadonlyMap<string, Macro>;
  /** True if `a.?b`, `a[?b]` and `{?a: b}` are read. */
  readonly allowsOptional: boolean;
  /** True if escapes of texts may not name half of a pair of UTF-16; otherwise that is a replacement character. */
  readonly refusesSurrogates?: boolean;
}

/** An expression that was read, or what is wrong with it. */
export type Parsed = { readonly expr: Expr; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

type Operators = Readonly<Partial<Record<TokenType, string>>>;

const MAX_CHARACTERS = 100_000;
const RESERVED: ReadonlySet<string> = new Set(
  (
    'as break const continue else false for function if import in let loop package namespace null ' +
    'return true var void while'
  ).split(' '),
);
const RELATIONS: Operators = {
  "'<'": OPERATOR.less,
  "'<='": OPERATOR.lessEquals,
  "'>'": OPERATOR.greater,
  "'>='": OPERATOR.greaterEquals,
  "'=='": OPERATOR.equals,
  "'!='": OPERATOR.notEquals,
  "'in'": OPERATOR.in,
};
const SUMS: Operators = { "'+'": OPERATOR.add, "'-'": OPERATOR.subtract };
const PRODUCTS: Operators = { "'*'": OPERATOR.multiply, "'/'": OPERATOR.divide, "'%'": OPERATOR.modulo };

interface LiteralForm {
  readonly fault: string;
  readonly isSigned?: boolean;
  /** The value, or undefined if there is none of that text. */
  read(text: string, isNegative: boolean): LiteralExpr['value'] | undefined;
}

const LITERALS: Readonly<Partial<Record<TokenType, LiteralForm>>> = {
  NUM_INT: { fault: 'invalid int literal', isSigned: true, read: readInt },
  NUM_UINT: { fault: 'invalid uint literal', read: readUint },
  NUM_FLOAT: { fault: 'invalid double literal', isSigned: true, read: readDouble },
  STRING: { fault: 'invalid unicode code point', read: readString },
  BYTES: { fault: 'unable to unescape string', read: readBytes },
  "'true'": { fault: '', read: () => true },
  "'false'": { fault: '', read: () => false },
  "'null'": { fault: '', read: () => null },
};

/** Returns the key that a macro is found by. */
export function macroKey({ name, isMember, argCount }: Pick<Macro, 'name' | 'isMember' | 'argCount'>): string {
  return `${name}:${argCount}:${isMember}`;
}

/** Reads an expression. */
export function parse(text: string, options: ParserOptions): Parsed {
  const size = text.length > MAX_CHARACTERS ? Array.from(text).length : 0;
  if (size > MAX_CHARACTERS) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${MAX_CHARACTERS}`;
    return { issues: [{ at: undefined, message }] };
  }
  const { tokens, issues } = tokenize(text);
  if (issues.length > 0) return { issues: [...issues, ...describeSyntaxErrors(tokens, text)] };
  try {
    return new Parser(new TokenReader(text, tokens), options).run();
  } catch (error) {
    if (error instanceof SyntaxFault) return { issues: describeSyntaxErrors(tokens, text) };
    if (!(error instanceof DepthFault)) throw error;
    return { issues: [{ at: undefined, message: `expression recursion limit exceeded: ${MAX_DEPTH}` }] };
  }
}

/** Reads by the grammar, one method for each of its rules. */
class Parser {
  constructor(
    private readonly reader: TokenReader,
    private readonly options: ParserOptions,
  ) {}

  run(): Parsed {
    const expr = this.parseExpr();
    this.reader.expect('<EOF>');
    const { issues } = this.reader;
    return issues.length > 0 ? { issues } : { expr };
  }

  private parseExpr(): Expr {
    return this.reader.nested((deeper) => {
      deeper();
      const condition = this.parseOr();
      const mark = this.reader.takeIf("'?'");
      if (!mark) return condition;
      const then = this.parseOr();
      this.reader.expect("':'");
      return new ExprFactory(mark.start).call(OPERATOR.conditional, condition, then, this.parseExpr());
    });
  }

  private parseOr(): Expr {
    return this.logical("'||'", OPERATOR.or, () => this.parseAnd());
  }

  private parseAnd(): Expr {
    return this.logical("'&&'", OPERATOR.and, () => this.parseRelation());
  }

  /** Reads operands of a logical operator into a tree that is as flat as it can be. */
  private logical(type: TokenType, name: string, read: () => Expr): Expr {
    const terms = [read()];
    const places: number[] = [];
    for (let mark = this.reader.takeIf(type); mark; mark = this.reader.takeIf(type)) {
      places.push(mark.start);
      terms.push(read());
    }
    const build = (low: number, high: number): Expr => {
      if (low > high) return terms[low];
      const middle = (low + high + 1) >> 1;
      return new ExprFactory(places[middle]).call(name, build(low, middle - 1), build(middle + 1, high));
    };
    return build(0, places.length - 1);
  }

  private parseRelation(): Expr {
    return this.chain(RELATIONS, () => this.parseSum());
  }

  private parseSum(): Expr {
    return this.chain(SUMS, () => this.chain(PRODUCTS, () => this.parseUnary()));
  }

  /** Reads a chain of operators that all stand on one level; each of them counts as its own level. */
  private chain(operators: Operators, read: () => Expr): Expr {
    return this.reader.nested((deeper) => {
      let left = read();
      for (let name = this.operatorOf(operators); name !== undefined; name = this.operatorOf(operators)) {
        deeper();
        left = new ExprFactory(this.reader.take().start).call(name, left, read());
      }
      return left;
    });
  }

  private operatorOf(operators: Operators): string | undefined {
    return operators[this.reader.peek().type];
  }

  private parseUnary(): Expr {
    const { reader } = this;
    if (reader.is("'!'")) return this.repeated("'!'", OPERATOR.not);
    const isSign = LITERALS[reader.peek(1).type]?.isSigned;
    return reader.is("'-'") && !isSign ? this.repeated("'-'", OPERATOR.negate) : this.parseMember();
  }

  /** A unary operator; two of them cancel out. */
  private repeated(type: TokenType, name: string): Expr {
    const { start } = this.reader.peek();
    let count = 0;
    while (this.reader.takeIf(type)) count++;
    const operand = this.parseMember();
    return count % 2 === 0 ? operand : new ExprFactory(start).call(name, operand);
  }

  private parseMember(): Expr {
    return this.reader.nested((deeper) => {
      let operand = this.parsePrimary();
      while (this.reader.is("'.'") || this.reader.is("'['")) {
        deeper();
        operand = this.reader.is("'.'") ? this.parseSelect(operand) : this.parseIndex(operand);
      }
      return operand;
    });
  }

  private parseSelect(operand: Expr): Expr {
    const make = new ExprFactory(this.reader.take().start);
    const isOptional = this.takeOptional('.?', make.at);
    const name = this.reader.textOf(this.reader.expect('IDENTIFIER'));
    if (isOptional) return make.call(OPERATOR.optionalSelect, operand, make.literal(name));
    const open = this.reader.takeIf("'('");
    return open ? this.parseCall(open.start, name, operand) : make.select(operand, name);
  }

  private parseIndex(operand: Expr): Expr {
    const make = new ExprFactory(this.reader.take().start);
    const name = this.takeOptional('[?', make.at) ? OPERATOR.optionalIndex : OPERATOR.index;
    const index = this.parseExpr();
    this.reader.expect("']'");
    return make.call(name, operand, index);
  }

  private takeOptional(syntax: string, at = this.reader.peek().start): boolean {
    const mark = this.reader.takeIf("'?'");
    if (mark && !this.options.allowsOptional) this.reader.report(at, `unsupported syntax '${syntax}'`);
    return mark !== undefined;
  }

  /** Reads what a function is given, its bracket being read already, and writes macros out. */
  private parseCall(at: number, name: string, target?: Expr): Expr {
    const args: Expr[] = [];
    if (!this.reader.is("')'")) {
      do args.push(this.parseExpr());
      while (this.reader.takeIf("','"));
    }
    this.reader.expect("')'");
    const key = macroKey({ name, isMember: target !== undefined, argCount: args.length });
    const macro = this.options.macros.get(key);
    return macro ? this.expand(macro, { at, args, target }) : { kind: 'call', at, name, args, target };
  }

  private expand(macro: Macro, { at, args, target }: { at: number; args: Expr[]; target?: Expr }): Expr {
    const make = new ExprFactory(at);
    try {
      return macro.expand(make, args, target);
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.reader.report(error.at, error.message);
      return make.literal(null);
    }
  }

  private parsePrimary(): Expr {
    const { type } = this.reader.peek();
    if (type === 'IDENTIFIER' || type === "'.'") return this.parseName();
    if (type === "'['") return this.parseList();
    if (type === "'{'") return this.parseMap();
    if (!this.reader.takeIf("'('")) return this.parseLiteral();
    const expr = this.parseExpr();
    this.reader.expect("')'");
    return expr;
  }

  private parseName(): Expr {
    const { reader } = this;
    const length = this.structNameLength();
    if (length > 0) return this.parseStruct(length);
    const dot = reader.takeIf("'.'");
    const token = reader.expect('IDENTIFIER');
    const word = reader.textOf(token);
    const name = dot ? `.${word}` : word;
    const at = (dot ?? token).start;
    const open = reader.takeIf("'('");
    const expr: Expr = open ? this.parseCall(open.start, name) : { kind: 'ident', at, name };
    if (!RESERVED.has(word)) return expr;
    reader.report(at, `reserved identifier: ${word}`);
    return new ExprFactory(at).literal(null);
  }

  /** How many tokens there are before the bracket of an object, where the name that is next is the one of its type. */
  private structNameLength(): number {
    const { reader } = this;
    let ahead = reader.is("'.'") ? 1 : 0;
    while (reader.peek(ahead).type === 'IDENTIFIER' && reader.peek(ahead + 1).type === "'.'") ahead += 2;
    return reader.peek(ahead).type === 'IDENTIFIER' && reader.peek(ahead + 1).type === "'{'" ? ahead + 1 : 0;
  }

  private parseStruct(length: number): Expr {
    const words = Array.from({ length }, () => this.reader.textOf(this.reader.take()));
    const fields: StructField[] = [];
    const at = this.parseParts("'}'", (optional) => {
      const name = this.reader.textOf(this.reader.expect('IDENTIFIER'));
      const colon = this.reader.expect("':'");
      fields.push({ at: colon.start, name, value: this.parseExpr(), optional });
    });
    return { kind: 'struct', at, typeName: words.join(''), fields };
  }

  private parseList(): Expr {
    const elements: Expr[] = [];
    const optional = new Set<number>();
    const at = this.parseParts("']'", (isOptional) => {
      if (isOptional) optional.add(elements.length);
      elements.push(this.parseExpr());
    });
    return { kind: 'list', at, elements, optional };
  }

  private parseMap(): Expr {
    const entries: MapEntry[] = [];
    const at = this.parseParts("'}'", (optional) => {
      const key = this.parseExpr();
      const colon = this.reader.expect("':'");
      entries.push({ at: colon.start, key, value: this.parseExpr(), optional });
    });
    return { kind: 'map', at, entries };
  }

  /** Reads parts between brackets; a comma may follow the last one, or stand there alone. */
  private parseParts(close: TokenType, read: (isOptional: boolean) => void): number {
    const { start } = this.reader.take();
    if (!this.reader.takeIf("','")) {
      while (!this.reader.is(close)) {
        read(this.takeOptional('?'));
        if (!this.reader.takeIf("','")) break;
      }
    }
    this.reader.expect(close);
    return start;
  }

  private parseLiteral(): Expr {
    const sign = this.reader.takeIf("'-'");
    const token = this.reader.take();
    const form = LITERALS[token.type];
    if (!form || (sign && !form.isSigned)) throw new SyntaxFault();
    const make = new ExprFactory((sign ?? token).start);
    const text = this.reader.textOf(token);
    const isRefused = this.options.refusesSurrogates === true && token.type === 'STRING' && hasSurrogate(text);
    const value = isRefused ? undefined : form.read(text, sign !== undefined);
    if (value !== undefined) return make.literal(value);
    this.reader.report(make.at, form.fault);
    return make.literal(null);
  }
}
