import { AlwaysAllowAuthorizer } from './always.authorizer.js';
import type { Decision } from './authorizer.js';
import { markDecision, withMarkOf } from './object-filter.js';

describe('a decision that is marked', () => {
  const marked = markDecision({ verdict: 'Allow', reason: 'first' }, new AlwaysAllowAuthorizer());
  const other: Decision = { verdict: 'Allow', reason: 'other' };

  it('says the same, and shows no mark', () => {
    expect(JSON.stringify(marked)).toBe('{"verdict":"Allow","reason":"first"}');
  });

  it('hands its mark to another one, which says what it said', () => {
    const copy = withMarkOf(other, marked);
    expect([copy.reason, Object.getOwnPropertySymbols(copy)]).toEqual(['other', Object.getOwnPropertySymbols(marked)]);
    expect(withMarkOf(other, other)).toBe(other);
  });
});
