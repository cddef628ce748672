import type { State } from './grammar.js';
import type { Token, TokenType } from './token.js';

/** Where parsing continues when a rule has come to its end. */
interface Stack {
  readonly id: number;
  readonly follower: State;
  readonly below: Stack | undefined;
}

/** A way through the grammar that a choice leads to. */
interface Way {
  readonly state: State;
  readonly choice: number;
  readonly stack: Stack | undefined;
  /** True if it has left the rule that the choice is in. */
  readonly hasLeft: boolean;
}

/** No alternative is viable; `at` is the token that none of them accepts. */
export class NoChoice {
  constructor(readonly at: number) {}
}

/**
 * The state of a prediction after some tokens; cached, so that equal token sequences are analyzed once for all texts.
 */
class Knowledge {
  /** The choice that is made; undefined while more has to be looked at. */
  readonly decided: number | undefined;
  /** The alternative that is chosen if no path continues. */
  readonly leaving: number | undefined;
  private readonly known = new Map<TokenType, Knowledge | undefined>();

  constructor(private readonly ways: readonly Way[]) {
    this.decided = decidedChoice(ways);
    this.leaving = leavingChoice(ways);
  }

  /** The state after one more token; undefined if no path accepts it. */
  after(type: TokenType): Knowledge | undefined {
    if (this.known.has(type)) return this.known.get(type);
    const next = CLOSER.close(this.ways.flatMap((way) => stepsOver(way, type)));
    const knowledge = next.length === 0 ? undefined : new Knowledge(next);
    this.known.set(type, knowledge);
    return knowledge;
  }

  /** The first choice that is left. */
  get first(): number {
    return Math.min(...this.ways.map(({ choice }) => choice));
  }
}

const beginnings = new Map<State, Knowledge>();

function beginningOf(state: State): Knowledge {
  const known = beginnings.get(state);
  if (known) return known;
  const ways = state.transitions.map(({ to }, choice) => ({ state: to, choice, stack: undefined, hasLeft: false }));
  const made = new Knowledge(CLOSER.close(ways));
  beginnings.set(state, made);
  return made;
}

/**
 * Predicts the alternative of a rule, with as much lookahead as needed. The tokens that may follow a rule are the union
 * over all its uses, as in an SLL predictor: this determines which of several errors is reported.
 */
export function predict(state: State, tokens: readonly Token[], from: number): number | NoChoice {
  let knowledge = beginningOf(state);
  for (let at = from; ; at++) {
    const { type } = tokens[Math.min(at, tokens.length - 1)];
    const next = knowledge.after(type);
    if (!next) return knowledge.leaving ?? new NoChoice(at);
    if (next.decided !== undefined) return next.decided;
    if (type === '<EOF>') return next.first;
    knowledge = next;
  }
}

function stepsOver(way: Way, type: TokenType): Way[] {
  return way.state.transitions.filter(({ tokens }) => tokens?.has(type)).map(({ to }) => ({ ...way, state: to }));
}

/** The first choice with which the rule comes to its end: what comes next is then the matter of another one. */
function leavingChoice(ways: readonly Way[]): number | undefined {
  const choices = ways.filter(({ hasLeft }) => hasLeft).map(({ choice }) => choice);
  return choices.length > 0 ? Math.min(...choices) : undefined;
}

/** The remaining alternative, or the first of several indistinguishable ones. */
function decidedChoice(ways: readonly Way[]): number | undefined {
  const choices = new Set(ways.map(({ choice }) => choice));
  if (choices.size === 1) return ways[0].choice;
  const byPlace = new Map<string, Set<number>>();
  for (const { state, stack, choice } of ways) {
    const key = `${state.id} ${stack?.id ?? 0}`;
    const there = byPlace.get(key);
    if (there) there.add(choice);
    else byPlace.set(key, new Set([choice]));
  }
  const isSettled = [...byPlace.values()].every(({ size }) => size > 1);
  return isSettled ? Math.min(...choices) : undefined;
}

/** Follows ways over nothing until each of them stands before a token. */
class Closer {
  private readonly stacks = new Map<string, Stack>();

  close(ways: readonly Way[]): Way[] {
    const left = [...ways].reverse();
    const seen = new Set<string>();
    const closed: Way[] = [];
    for (let way = left.pop(); way; way = left.pop()) {
      const key = `${way.state.id} ${way.stack?.id ?? 0} ${way.choice} ${way.hasLeft}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (way.state.transitions.some(({ tokens }) => tokens)) closed.push(way);
      left.push(...this.onward(way));
    }
    return closed;
  }

  private onward(way: Way): Way[] {
    const { state, stack } = way;
    if (state.kind === 'rule-stop') {
      if (stack) return [{ ...way, state: stack.follower, stack: stack.below }];
      return state.rule.followers.map((follower) => ({ ...way, state: follower, hasLeft: true }));
    }
    return state.transitions
      .filter(({ tokens }) => !tokens)
      .map(({ to, rule }) =>
        rule ? { ...way, state: rule.start, stack: this.push(to, stack) } : { ...way, state: to },
      );
  }

  private push(follower: State, below: Stack | undefined): Stack {
    const key = `${follower.id} ${below?.id ?? 0}`;
    const known = this.stacks.get(key);
    if (known) return known;
    const made = { id: this.stacks.size + 1, follower, below };
    this.stacks.set(key, made);
    return made;
  }
}

const CLOSER = new Closer();
