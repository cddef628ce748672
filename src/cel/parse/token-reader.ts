import type { Issue } from './source.js';
import type { Token, TokenType } from './token.js';

/** The text does not follow the grammar; where and why is found out apart from this. */
export class SyntaxFault extends Error {}

/** The text is nested too deeply to be read. */
export class DepthFault extends Error {}

/** How deep rules of the grammar may go into each other. */
export const MAX_DEPTH = 250;

/** Reads the tokens of an expression one after another, and collects faults. */
export class TokenReader {
  readonly issues: Issue[] = [];
  private next = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  /** Returns the token that comes next, or one behind it. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.next + ahead, this.tokens.length - 1)];
  }

  is(type: TokenType): boolean {
    return this.peek().type === type;
  }

  take(): Token {
    const token = this.peek();
    if (token.type !== '<EOF>') this.next++;
    return token;
  }

  takeIf(type: TokenType): Token | undefined {
    return this.is(type) ? this.take() : undefined;
  }

  /** Takes the next token, which has to be of a type; throws SyntaxFault. */
  expect(type: TokenType): Token {
    if (!this.is(type)) throw new SyntaxFault();
    return this.take();
  }

  textOf({ start, end }: Token): string {
    return this.text.slice(start, end);
  }

  report(at: number, message: string): void {
    this.issues.push({ at, message });
  }

  /** Runs a parse step one nesting level deeper; throws DepthFault. */
  nested<T>(read: (deeper: () => void) => T): T {
    const { depth } = this;
    const value = read(() => {
      if (++this.depth > MAX_DEPTH) throw new DepthFault();
    });
    this.depth = depth;
    return value;
  }
}
