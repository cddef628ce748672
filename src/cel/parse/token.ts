/** Names of tokens as errors show them, in the order in which sets of them are listed. */
export const TOKENS = [
  '<EOF>',
  "'=='",
  "'!='",
  "'in'",
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'&&'",
  "'||'",
  "'['",
  "']'",
  "'{'",
  "'}'",
  "'('",
  "')'",
  "'.'",
  "','",
  "'-'",
  "'!'",
  "'?'",
  "':'",
  "'+'",
  "'*'",
  "'/'",
  "'%'",
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
] as const;

/** The types of tokens. */
export type TokenType = (typeof TOKENS)[number];

/** The place of a type in the order that sets of them are listed in. */
export const TOKEN_ORDER: ReadonlyMap<TokenType, number> = new Map(TOKENS.map((type, i) => [type, i]));

/** The smallest part that means something, with its place in the text. */
export interface Token {
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
}
