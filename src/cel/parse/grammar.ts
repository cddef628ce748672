import type { TokenType } from './token.js';

/** The kind of a state of the grammar's automaton, which determines the treatment of errors there. */
export type StateKind = 'basic' | 'block' | 'loop-entry' | 'loop-back' | 'rule-stop';

/** A step from one state to another: over a token, through a rule, or over nothing. */
export interface Transition {
  readonly to: State;
  readonly tokens?: ReadonlySet<TokenType>;
  readonly rule?: Rule;
}

/** A state of the automaton that reads by the grammar; where it has several transitions, one has to be chosen. */
export interface State {
  readonly id: number;
  readonly rule: Rule;
  readonly kind: StateKind;
  readonly transitions: Transition[];
}

/** A rule of the grammar. */
export interface Rule {
  readonly name: string;
  start: State;
  stop: State;
  /** Where it is gone on after the rule, wherever it is used. */
  readonly followers: State[];
}

/** A part of a rule: it is put behind a state and answers the state behind itself. */
type Part = (builder: RuleBuilder, from: State) => State;

let stateCount = 0;

/** Makes the states of one rule. */
class RuleBuilder {
  constructor(readonly rule: Rule) {}

  state(kind: StateKind = 'basic'): State {
    return { id: stateCount++, rule: this.rule, kind, transitions: [] };
  }
}

function token(...types: readonly TokenType[]): Part {
  return (builder, from) => {
    const to = builder.state();
    from.transitions.push({ to, tokens: new Set(types) });
    return to;
  };
}

function use(name: RuleName): Part {
  return (builder, from) => {
    const to = builder.state();
    from.transitions.push({ to, rule: RULES[name] });
    RULES[name].followers.push(to);
    return to;
  };
}

function sequence(...parts: readonly Part[]): Part {
  return (builder, from) => parts.reduce((state, part) => part(builder, state), from);
}

function choice(...parts: readonly Part[]): Part {
  return (builder, from) => {
    const [block, end] = [builder.state('block'), builder.state()];
    from.transitions.push({ to: block });
    for (const part of parts) branch(builder, { from: block, part, to: end });
    return end;
  };
}

function branch(builder: RuleBuilder, { from, part, to }: { from: State; part: Part; to: State }): void {
  const first = builder.state();
  from.transitions.push({ to: first });
  part(builder, first).transitions.push({ to });
}

function optional(part: Part): Part {
  return choice(part, (_builder, from) => from);
}

function repeated(part: Part): Part {
  return (builder, from) => loop(builder, { part, entry: from });
}

/** A loop: it is entered or left where it begins, and gone round or left where it comes back. */
function loop(builder: RuleBuilder, { part, entry }: { part: Part; entry: State }): State {
  const [begin, back, end] = [builder.state('loop-entry'), builder.state('loop-back'), builder.state()];
  entry.transitions.push({ to: begin });
  for (const decision of [begin, back]) {
    branch(builder, { from: decision, part, to: back });
    decision.transitions.push({ to: end });
  }
  return end;
}

function atLeastOnce(part: Part): Part {
  return (builder, from) => {
    const [back, end] = [builder.state('loop-back'), builder.state()];
    branch(builder, { from, part, to: back });
    branch(builder, { from: back, part, to: back });
    back.transitions.push({ to: end });
    return end;
  };
}

function listOf(part: Part): Part {
  return sequence(part, repeated(sequence(token("','"), part)));
}

const RULE_NAMES = [
  'start',
  'expr',
  'conditionalOr',
  'conditionalAnd',
  'relation',
  'calc',
  'product',
  'unary',
  'member',
  'primary',
  'exprList',
  'listInit',
  'fieldInitializerList',
  'optField',
  'mapInitializerList',
  'optExpr',
  'literal',
] as const;
type RuleName = (typeof RULE_NAMES)[number];

function newRule(name: RuleName): Rule {
  const rule = { name, followers: [] } as unknown as Rule;
  const builder = new RuleBuilder(rule);
  rule.start = builder.state();
  rule.stop = builder.state('rule-stop');
  return rule;
}

const RULES = Object.fromEntries(RULE_NAMES.map((name) => [name, newRule(name)])) as Record<RuleName, Rule>;

function define(name: RuleName, ...parts: readonly Part[]): void {
  const rule = RULES[name];
  sequence(...parts)(new RuleBuilder(rule), rule.start).transitions.push({ to: rule.stop });
}

const identifier = token('IDENTIFIER');
const dot = token("'.'");
const sign = optional(token("'-'"));
const question = optional(token("'?'"));
const comma = optional(token("','"));
const field = sequence(use('optField'), token("':'"), use('expr'));
const entry = sequence(use('optExpr'), token("':'"), use('expr'));

define('start', use('expr'), token('<EOF>'));
define('expr', use('conditionalOr'), optional(sequence(token("'?'"), use('conditionalOr'), token("':'"), use('expr'))));
define('conditionalOr', use('conditionalAnd'), repeated(sequence(token("'||'"), use('conditionalAnd'))));
define('conditionalAnd', use('relation'), repeated(sequence(token("'&&'"), use('relation'))));
define(
  'relation',
  use('calc'),
  repeated(sequence(token("'<'", "'<='", "'>='", "'>'", "'=='", "'!='", "'in'"), use('calc'))),
);
define('calc', use('product'), repeated(sequence(token("'+'", "'-'"), use('product'))));
define('product', use('unary'), repeated(sequence(token("'*'", "'/'", "'%'"), use('unary'))));
define(
  'unary',
  choice(
    use('member'),
    sequence(atLeastOnce(token("'!'")), use('member')),
    sequence(atLeastOnce(token("'-'")), use('member')),
  ),
);
define(
  'member',
  use('primary'),
  repeated(
    choice(
      sequence(dot, question, identifier),
      sequence(dot, identifier, token("'('"), optional(use('exprList')), token("')'")),
      sequence(token("'['"), question, use('expr'), token("']'")),
    ),
  ),
);
define(
  'primary',
  choice(
    sequence(optional(dot), identifier),
    sequence(optional(dot), identifier, token("'('"), optional(use('exprList')), token("')'")),
    sequence(token("'('"), use('expr'), token("')'")),
    sequence(token("'['"), optional(use('listInit')), comma, token("']'")),
    sequence(token("'{'"), optional(use('mapInitializerList')), comma, token("'}'")),
    sequence(
      optional(dot),
      identifier,
      repeated(sequence(dot, identifier)),
      token("'{'"),
      optional(use('fieldInitializerList')),
      comma,
      token("'}'"),
    ),
    use('literal'),
  ),
);
define('exprList', listOf(use('expr')));
define('listInit', listOf(use('optExpr')));
define('fieldInitializerList', listOf(field));
define('optField', question, identifier);
define('mapInitializerList', listOf(entry));
define('optExpr', question, use('expr'));
define(
  'literal',
  choice(
    sequence(sign, token('NUM_INT')),
    token('NUM_UINT'),
    sequence(sign, token('NUM_FLOAT')),
    token('STRING'),
    token('BYTES'),
    token("'true'"),
    token("'false'"),
    token("'null'"),
  ),
);

/** The rule that a whole expression follows. */
export const START: Rule = RULES.start;
