import type { State } from './grammar.js';
import type { TokenType } from './token.js';

/** The tokens that may come next, and whether the rule may end before any of them. */
export interface Lookahead {
  readonly tokens: ReadonlySet<TokenType>;
  readonly canEnd: boolean;
}

const known = new Map<State, Lookahead>();

/** Returns the tokens that may come next at a state, as far as its own rule goes. */
export function lookaheadOf(state: State): Lookahead {
  const before = known.get(state);
  if (before) return before;
  const tokens = new Set<TokenType>();
  let canEnd = false;
  for (const reached of reachable(state)) {
    if (reached.kind === 'rule-stop' && reached.rule === state.rule) canEnd = true;
    for (const { tokens: own, rule } of reached.transitions) {
      for (const token of own ?? (rule ? lookaheadOf(rule.start).tokens : [])) tokens.add(token);
    }
  }
  const lookahead = { tokens, canEnd };
  known.set(state, lookahead);
  return lookahead;
}

/** All states that are reached over nothing; no rule of the grammar is empty. */
function reachable(state: State): ReadonlySet<State> {
  const reached = new Set([state]);
  for (const each of reached) {
    for (const { to, tokens, rule } of each.transitions) if (!tokens && !rule) reached.add(to);
  }
  return reached;
}

/** Returns the tokens that may come next at a state, when its rule and those around it continue. */
export function expectedTokens(state: State, followers: readonly State[]): Set<TokenType> {
  const expected = new Set<TokenType>();
  let { tokens, canEnd } = lookaheadOf(state);
  for (let i = followers.length - 1; ; i--) {
    for (const token of tokens) expected.add(token);
    if (!canEnd) return expected;
    if (i < 0) return expected.add('<EOF>');
    ({ tokens, canEnd } = lookaheadOf(followers[i]));
  }
}
