import { MetricsRegistry } from '../../observability/index.js';
import { type TokenSecret, TokenUses } from './token-uses.js';

describe('TokenUses', () => {
  it('counts uses of stale and valid tokens', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const uses = new TokenUses(registry);
    uses.noteExtended(100, 100);
    uses.noteExtended(100, 99);
    uses.noteExtended(100, 101);
    uses.noteSecret({ namespace: 'n', name: 's' });
    const text = await registry.expose();
    for (const line of [
      'serviceaccount_valid_tokens_total 2',
      'serviceaccount_stale_tokens_total 1',
      'serviceaccount_legacy_tokens_total 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('calls a listener for each use of a token in a Secret, until it is taken away', () => {
    const uses = new TokenUses(new MetricsRegistry());
    const seen: TokenSecret[] = [];
    const stop = uses.onSecretUse((secret) => seen.push(secret));
    uses.noteSecret({ namespace: 'n', name: 's' });
    stop();
    uses.noteSecret({ namespace: 'n', name: 't' });
    expect(seen).toEqual([{ namespace: 'n', name: 's' }]);
  });
});
