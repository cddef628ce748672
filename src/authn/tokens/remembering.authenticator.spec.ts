import { MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { TokenAuthenticator } from '../authenticator.js';
import { RememberingAuthenticator } from './remembering.authenticator.js';
import { TokenCacheMetrics } from './token-cache-metrics.js';
import type { TokenResult } from './token-result.js';

const POD = { resource: 'pods', namespace: 'n', name: 'p' } as const;

class Counting extends TokenAuthenticator {
  asked = 0;

  authenticateToken(token: string): TokenResult | undefined {
    this.asked++;
    if (token === 'unknown') return undefined;
    const validUntil = token === 'short' ? 1000 + Date.UTC(2024, 0, 1) : undefined;
    return { user: { name: token, groups: [] }, validUntil, dependsOn: token === 'bound' ? [POD] : undefined };
  }
}

describe('RememberingAuthenticator', () => {
  let inner: Counting;
  let clock: FakeClock;
  let authenticator: RememberingAuthenticator;
  let isFollowed: boolean;

  beforeEach(() => {
    isFollowed = true;
    inner = new Counting();
    clock = new FakeClock();
    authenticator = new RememberingAuthenticator({
      inner,
      clock,
      metrics: new TokenCacheMetrics(new MetricsRegistry()),
      isFollowed: (name) => name === POD && isFollowed,
    });
  });

  const askFor = (...tokens: string[]): number => {
    inner.asked = 0;
    for (const token of tokens) void authenticator.authenticateToken(token, ['api']);
    return inner.asked;
  };

  it('asks once in ten seconds', () => {
    expect(askFor('a', 'a', 'a')).toBe(1);
    clock.advance(9_999);
    expect(askFor('a')).toBe(0);
    clock.advance(1);
    expect(askFor('a')).toBe(1);
  });

  it('does not remember refusals, nor answers for other audiences', () => {
    expect(askFor('unknown', 'unknown')).toBe(2);
    expect(askFor('a')).toBe(1);
    const lists = [['other'], [], [''], ['api', 'other'], ['api\nother'], ['api,other'], ['api","other']];
    for (const audiences of lists) void authenticator.authenticateToken('a', audiences);
    expect(inner.asked).toBe(1 + lists.length);
  });

  describe('on a connection', () => {
    const audiences = ['api'];
    const [one, other] = [{}, {}];
    const nameOf = (token: string, connection?: object): string | undefined =>
      (authenticator.authenticateToken(token, audiences, connection) as TokenResult | undefined)?.user.name;

    it('distinguishes users whose tokens come in turn, on this connection and on others', () => {
      for (const connection of [one, one, other, one, undefined]) {
        for (const token of ['a', 'b', 'b', 'bb', 'a']) expect(nameOf(token, connection)).toBe(token);
        expect(nameOf('unknown', connection)).toBeUndefined();
      }
      expect(inner.asked).toBe(3 + 5);
    });

    it('checks a token again when its time is up, and when it was forgotten', () => {
      for (let i = 0; i < 3; i++) nameOf('bound', one);
      expect(inner.asked).toBe(1);
      clock.advance(10_000);
      nameOf('bound', one);
      expect(inner.asked).toBe(2);
      authenticator.forgetObject(POD);
      nameOf('bound', one);
      expect(inner.asked).toBe(3);
      authenticator.clear();
      nameOf('bound', one);
      expect(inner.asked).toBe(4);
    });

    it('checks it for other audiences', () => {
      for (let i = 0; i < 3; i++) nameOf('a', one);
      void authenticator.authenticateToken('a', ['other'], one);
      expect(inner.asked).toBe(2);
    });
  });

  describe('where checks take time', () => {
    const pending: ((result: TokenResult | undefined) => void)[] = [];
    class Waiting extends TokenAuthenticator {
      authenticateToken(): Promise<TokenResult | undefined> {
        return new Promise((resolve) => pending.push(resolve));
      }
    }
    const ask = (token = 'a', audience = 'api'): Promise<unknown> =>
      Promise.resolve(authenticator.authenticateToken(token, [audience]));
    const bob = { user: { name: 'bob', groups: [] } };

    beforeEach(() => {
      pending.length = 0;
      const metrics = new TokenCacheMetrics(new MetricsRegistry());
      authenticator = new RememberingAuthenticator({ inner: new Waiting(), clock, metrics, isFollowed: () => true });
    });

    it('checks a token once for all who bring it meanwhile', async () => {
      const answers = [ask(), ask(), ask()];
      expect(pending).toHaveLength(1);
      pending[0]!(bob);
      expect(await Promise.all(answers)).toEqual([bob, bob, bob]);
      expect(await ask()).toBe(bob);
      expect(pending).toHaveLength(1);
    });

    it('checks other tokens, and those for other audiences, by themselves', () => {
      void [ask(), ask('b'), ask('a', 'other')];
      expect(pending).toHaveLength(3);
    });

    it('refuses all who brought a token, and checks it again afterwards', async () => {
      const answers = [ask(), ask()];
      pending[0]!(undefined);
      expect(await Promise.all(answers)).toEqual([undefined, undefined]);
      void ask();
      expect(pending).toHaveLength(2);
    });

    it('checks again for callers after a change', async () => {
      const before = ask();
      authenticator.forgetObject(POD);
      const after = ask();
      expect(pending).toHaveLength(2);
      pending[0]!(bob);
      pending[1]!(undefined);
      expect(await Promise.all([before, after])).toEqual([bob, undefined]);
      void ask();
      expect(pending).toHaveLength(3);
    });
  });

  it('forgets at the end of the token itself', () => {
    askFor('short');
    clock.advance(999);
    expect(askFor('short')).toBe(0);
    clock.advance(1);
    expect(askFor('short')).toBe(1);
  });

  it('forgets what follows from a changed object, and only that', () => {
    askFor('a', 'bound');
    authenticator.forgetObject(POD);
    expect(askFor('a', 'bound')).toBe(1);
  });

  it('forgets everything', () => {
    askFor('a', 'bound');
    authenticator.clear();
    expect(askFor('a', 'bound')).toBe(2);
  });

  it('holds a bounded number of tokens', () => {
    for (let i = 0; i < 4096; i++) void authenticator.authenticateToken(`t${i}`, ['api']);
    expect(askFor('t0', 't4095')).toBe(0);
    expect(askFor('one more')).toBe(1);
    expect(askFor('t1', 't4095', 'one more')).toBe(0);
    expect(askFor('t0')).toBe(1);
  });

  it('remembers a token once more without pushing out another', () => {
    const tokens = ['t0', 'short', ...Array.from({ length: 4094 }, (_, i) => `more${i}`)];
    askFor(...tokens);
    clock.advance(1000);
    expect(askFor('short')).toBe(1);
    expect(askFor('t0')).toBe(0);
  });

  it('keeps nothing of an object whose tokens it has forgotten', () => {
    const byObject = Reflect.get(authenticator, 'byObject') as ReadonlyMap<string, ReadonlySet<string>>;
    const sizes = (): number[] => [...byObject.values()].map(({ size }) => size);
    askFor('bound');
    void authenticator.authenticateToken('bound', ['other']);
    expect(sizes()).toEqual([2]);
    clock.advance(10_000);
    askFor('bound');
    expect(sizes()).toEqual([2]);
    authenticator.forgetObject(POD);
    expect(sizes()).toEqual([]);
    askFor('bound');
    authenticator.clear();
    expect(sizes()).toEqual([]);
  });

  it('does not remember what was asked for before everything was forgotten', async () => {
    let answer = (_: TokenResult): void => {};
    const late = new (class extends TokenAuthenticator {
      authenticateToken(): Promise<TokenResult> {
        return new Promise((resolve) => (answer = resolve));
      }
    })();
    const metrics = new TokenCacheMetrics(new MetricsRegistry());
    authenticator = new RememberingAuthenticator({ inner: late, clock, metrics, isFollowed: () => true });
    const [first, user] = [authenticator.authenticateToken('a', []), { name: 'a', groups: [] }];
    const answerFirst = answer;
    authenticator.clear();
    const second = authenticator.authenticateToken('a', []);
    expect(answer).not.toBe(answerFirst);
    answerFirst({ user });
    await first;
    expect(authenticator.authenticateToken('a', [])).toBe(second);
    answer({ user });
    await second;
  });

  it('remembers nothing that follows from an object whose changes come late', () => {
    isFollowed = false;
    expect([askFor('bound', 'bound'), askFor('a', 'a')]).toEqual([2, 1]);
    isFollowed = true;
    expect([askFor('bound', 'bound'), askFor('bound')]).toEqual([1, 0]);
  });

  it('distinguishes objects by name, namespace and resource', () => {
    askFor('bound');
    for (const other of [{ name: 'q' }, { namespace: 'm' }, { resource: 'secrets' as const }]) {
      authenticator.forgetObject({ ...POD, ...other });
    }
    expect(askFor('bound')).toBe(0);
  });

  it('forgets every token of an object, also one that was checked again', () => {
    void authenticator.authenticateToken('bound', ['other']);
    askFor('bound');
    clock.advance(10_000);
    askFor('bound');
    authenticator.forgetObject(POD);
    expect(askFor('bound')).toBe(1);
    clock.advance(9_999);
    authenticator.forgetObject(POD);
    expect(askFor('bound')).toBe(1);
  });
});
