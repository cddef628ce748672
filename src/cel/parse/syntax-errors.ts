import { type Rule, START, type State } from './grammar.js';
import { expectedTokens, lookaheadOf } from './lookahead.js';
import { type NoChoice, predict } from './prediction.js';
import type { Issue } from './source.js';
import { type Token, TOKEN_ORDER, type TokenType } from './token.js';

const MAX_RECOVERIES = 30;
const MAX_DEPTH = 4_000;

/** Finds out where a text does not follow the grammar, and says what was expected there. */
export function describeSyntaxErrors(tokens: readonly Token[], text: string): Issue[] {
  const reader = new RecoveringReader(tokens, text);
  reader.run();
  return reader.issues;
}

/** The rule cannot be continued; `describe` returns the reason, if it has to be reported. */
class Fault extends Error {
  constructor(
    readonly at: number,
    readonly describe: () => string,
  ) {
    super();
  }
}

/** There have been too many errors to continue. */
class GivingUp extends Error {}

/**
 * Parses by the grammar with the error recovery of generated parsers like the reference's: an unexpected token is
 * deleted, a missing one is inserted, and if neither helps the rule is abandoned for its follow set. So every error is
 * reported once, in the reference's words.
 */
class RecoveringReader {
  readonly issues: Issue[] = [];
  private next = 0;
  private state: State = START.start;
  /** Where the outer rules continue. */
  private readonly followers: State[] = [];
  private isRecovering = false;
  private failedAt = -1;
  private readonly failedStates = new Set<State>();
  private recoveries = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly text: string,
  ) {}

  run(): void {
    try {
      this.readRule(START);
    } catch (error) {
      if (!(error instanceof GivingUp)) throw error;
    }
  }

  private get type(): TokenType {
    return this.tokens[this.next].type;
  }

  private readRule(rule: Rule): void {
    if (this.followers.length > MAX_DEPTH) throw new GivingUp();
    try {
      let state = rule.start;
      while (state !== rule.stop) state = this.step(state);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.tell(error.at, error.describe);
      this.recover();
    }
  }

  private step(state: State): State {
    this.state = state;
    if (state.transitions.length > 1) {
      this.synchronize(state);
      return state.transitions[this.choose(state)].to;
    }
    const [{ to, tokens, rule }] = state.transitions;
    if (tokens) this.match(tokens, to);
    if (rule) {
      this.followers.push(to);
      this.readRule(rule);
      this.followers.pop();
    }
    return to;
  }

  private choose(state: State): number {
    const first = this.next;
    const choice = predict(state, this.tokens, first);
    if (typeof choice === 'number') return choice;
    throw this.noChoice(first, choice);
  }

  private noChoice(first: number, { at }: NoChoice): Fault {
    const last = Math.min(at, this.tokens.length - 1);
    return new Fault(last, () => `no viable alternative at input ${quote(this.inputBetween(first, last))}`);
  }

  /** The text from one token to another, without what could not be read as any. */
  private inputBetween(first: number, last: number): string {
    const parts: string[] = [];
    for (let i = first; i <= last; i++) {
      const { type, start, end } = this.tokens[i];
      const before = i > first ? this.text.slice(this.tokens[i - 1].end, start) : '';
      if (type === '<EOF>') return i === first ? '<EOF>' : parts.join('');
      parts.push(before.trim() === '' ? before : '', this.text.slice(start, end));
    }
    return parts.join('');
  }

  /** Sees to it that a choice is not made on a token that none of them can take. */
  private synchronize(state: State): void {
    if (this.isRecovering) return;
    const { tokens, canEnd } = lookaheadOf(state);
    if (tokens.has(this.type) || canEnd) return;
    if (state.kind === 'loop-back') {
      this.tellUnwanted();
      this.skipTo(new Set([...this.expected(), ...this.recoverySet()]));
    } else if (!this.leaveOut()) throw this.mismatch();
  }

  private match(tokens: ReadonlySet<TokenType>, to: State): void {
    if (!tokens.has(this.type) && !this.recoverInline(to)) return;
    this.isRecovering = false;
    this.failedAt = -1;
    this.failedStates.clear();
    if (this.type !== '<EOF>') this.next++;
  }

  /** Makes up for a token that does not fit; answers whether the one that is next then does. */
  private recoverInline(to: State): boolean {
    this.countRecovery();
    if (this.leaveOut()) return true;
    if (!expectedTokens(to, this.followers).has(this.type)) throw this.mismatch();
    const expected = this.expected();
    this.tell(this.next, () => `missing ${listTokens(expected)} at ${this.display(this.next)}`);
    return false;
  }

  /** Leaves out a token when the one behind it is expected. */
  private leaveOut(): boolean {
    const after = this.tokens[Math.min(this.next + 1, this.tokens.length - 1)];
    if (this.type === '<EOF>' || !this.expected().has(after.type)) return false;
    this.tellUnwanted();
    this.next++;
    this.isRecovering = false;
    return true;
  }

  private tellUnwanted(): void {
    const expected = this.expected();
    const shown = this.next;
    this.tell(shown, () => `extraneous input ${this.display(shown)} expecting ${listTokens(expected)}`);
  }

  private mismatch(): Fault {
    const [shown, expected] = [this.next, this.expected()];
    return new Fault(shown, () => `mismatched input ${this.display(shown)} expecting ${listTokens(expected)}`);
  }

  /** Reports an error, unless its cause has been reported already. */
  private tell(at: number, describe: () => string): void {
    if (this.isRecovering) return;
    this.isRecovering = true;
    this.issues.push({ at: this.tokens[at].start, message: `Syntax error: ${describe()}` });
  }

  private recover(): void {
    this.countRecovery();
    if (this.failedAt === this.next && this.failedStates.has(this.state)) this.skip();
    this.failedAt = this.next;
    this.failedStates.add(this.state);
    this.skipTo(this.recoverySet());
  }

  private countRecovery(): void {
    if (this.recoveries++ < MAX_RECOVERIES) return;
    const message = `Syntax error: error recovery attempt limit exceeded: ${MAX_RECOVERIES}`;
    this.issues.push({ at: this.tokens[this.next].start, message });
    throw new GivingUp();
  }

  private skip(): void {
    if (this.type !== '<EOF>') this.next++;
  }

  private skipTo(wanted: ReadonlySet<TokenType>): void {
    while (this.type !== '<EOF>' && !wanted.has(this.type)) this.next++;
  }

  private expected(): Set<TokenType> {
    return expectedTokens(this.state, this.followers);
  }

  /** All tokens with which one of the rules around could continue. */
  private recoverySet(): Set<TokenType> {
    return new Set([...new Set(this.followers)].flatMap((follower) => [...lookaheadOf(follower).tokens]));
  }

  private display(at: number): string {
    const { type, start, end } = this.tokens[at];
    return quote(type === '<EOF>' ? type : this.text.slice(start, end));
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`;
}

function listTokens(tokens: ReadonlySet<TokenType>): string {
  const sorted = [...tokens].sort((a, b) => TOKEN_ORDER.get(a)! - TOKEN_ORDER.get(b)!);
  return sorted.length === 1 ? sorted[0] : `{${sorted.join(', ')}}`;
}
