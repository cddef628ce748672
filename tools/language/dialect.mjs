/**
 * @typedef {import('./prose.mjs').PieceKind} PieceKind
 * @typedef {object} Rule
 * @property {RegExp} pattern the words, matched in any case unless the pattern begins a sentence
 * @property {string} instead standard terms to choose from
 * @property {PieceKind[]} [kinds] the kinds of prose the rule applies to; all of them if absent
 */

const COMMENTS = ['doc comment', 'comment'];

/** Heads of comments: the first word must name the thing or the action. @type {Rule[]} */
const HEADS = [
  {
    pattern: /^(What|Who|Whose|Whoever|Why)\b/,
    instead: 'name the thing: "The …", "Returns …", "Reads …"',
    kinds: COMMENTS,
  },
  { pattern: /^Whether\b/, instead: '"Reports whether …", "True if …"', kinds: COMMENTS },
  { pattern: /^Answers?\b/, instead: '"Handles …", "Returns …", "Responds with …", "Sends …"', kinds: COMMENTS },
  { pattern: /^(Tells|Lets|Stands)\b/, instead: '"Reports …", "Allows …", "Replaces …"', kinds: COMMENTS },
  {
    pattern: /^(Says|Gives|Brings|Leads|Hands|Hears|Goes|Believes|Whom|Nobody|Does (it|something|the same))\b/,
    instead: '"Reports …", "Assigns …", "Forwards …", "Passes …", "Converts …", "Runs …"',
    kinds: COMMENTS,
  },
];

/** Words and phrases of a private dialect in place of the field's terms. @type {Rule[]} */
const PHRASES = [
  { pattern: /\btold\b/i, instead: 'reported, notified, logged, specified' },
  { pattern: /\btell(s|ing)?\b/i, instead: 'reports, returns, states, distinguishes' },
  { pattern: /\bheld (against|to)\b/i, instead: 'validated, compared, checked' },
  { pattern: /\bhold(s|ing)?\b[^.;]{1,40}\bagainst\b/i, instead: 'compares, checks, validates' },
  { pattern: /\b(led|leads?|leading) (on|back|elsewhere)\b/i, instead: 'proxied, forwarded, redirected' },
  { pattern: /\b(let|lets|letting) (in|through|by)\b/i, instead: 'accepted, allowed, admitted' },
  { pattern: /\bin mind\b/i, instead: 'cached, remembered' },
  { pattern: /\b(given|gives?|giving) back\b/i, instead: 'released, returned, rolled back' },
  { pattern: /(?<!\bthere )\b([Ii]s|[Aa]re) none\b/, instead: 'is not one, is absent, does not exist' },
  { pattern: /\bwhoever\b/i, instead: 'clients that, callers that' },
  { pattern: /\bsomebody\b/i, instead: 'a client, a user, another component' },
  { pattern: /\banew\b/i, instead: 'again, a new …' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bpass(ed|es) over\b/i, instead: 'skipped, ignored' },
  { pattern: /\bwithout a word\b/i, instead: 'silently' },
  { pattern: /\blest\b/i, instead: 'so that … not' },
  { pattern: /\bgets? to know\b/i, instead: 'learns, is notified' },
  { pattern: /\bput(s|ting)? into words\b/i, instead: 'formats, describes' },
  { pattern: /\bsp(eaks?|oken|eaking) of\b/i, instead: 'mentions, refers to' },
  { pattern: /\btakes? hold of\b/i, instead: 'reserves' },
  { pattern: /\b(goes|go) on\b/i, instead: 'continues, proceeds, keeps', kinds: COMMENTS },
  {
    pattern: /\bsays? of (it|itself|them|its|what|whether|a|an|the|each|one|ranges|writes)\b/i,
    instead: 'declares, reports, describes',
    kinds: COMMENTS,
  },
  { pattern: /\bon (its|their) way\b/i, instead: 'pending, in transit, in progress', kinds: COMMENTS },
  { pattern: /\b(no|every|any)body\b/i, instead: 'no client, all users, no one', kinds: COMMENTS },
  { pattern: /\bwhere there (is|are|was) none\b/i, instead: 'without one, otherwise', kinds: COMMENTS },
  { pattern: /\b(brings?|brought)\b/i, instead: 'adds, declares, contributes, delivers, converts', kinds: COMMENTS },
  { pattern: /\bthose who\b/i, instead: 'users that, clients that, callers that', kinds: COMMENTS },
];

export const RULES = [...HEADS, ...PHRASES];

const SAMPLES = ['told', 'led on', 'held against'].map((part) => ({ part, reason: 'samples for the check' }));

/** Pieces of prose that stay, by file: a part that identifies them, and the reason. */
export const ALLOWED = {
  'test/documentation/language.spec.ts': SAMPLES,
  'tools/language/dialect.mjs': [...SAMPLES, { part: 'User "somebody"', reason: 'this list' }],
  'test/integration/authn-authz.int-spec.ts': [{ part: 'User "somebody"', reason: 'the name of a user' }],
  'test/integration/connections-to-kubelets.int-spec.ts': [{ part: 'X-Told', reason: 'the name of a header' }],
};

/** The folders and files that are checked: all of the repository. */
export const DONE = [
  'docs',
  'src',
  'plugins',
  'test',
  'tools',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'eslint.config.mjs',
  'jest.config.mjs',
];
