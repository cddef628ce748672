import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { TestAuthority } from '../../../test/support/authority.js';
import { eventually } from '../../../test/support/eventually.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { OutboundMetrics } from '../../outbound/index.js';
import { IssuerKeys } from './issuer-keys.js';

const authority = await TestAuthority.create('issuers');
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const pair = await generateKeyPair('ES256', { extractable: true });
const KEY = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
const LATER = 5_001;
const OLD = 600_001;

describe('IssuerKeys', () => {
  let issuer: FakeWebhook;
  let keys: IssuerKeys;
  let clock: FakeClock;
  let complaints: number;
  /** The issuer's responses by path. */
  let answers: Record<string, () => unknown>;

  beforeEach(async () => {
    issuer = await FakeWebhook.start(serving);
    answers = {
      '/.well-known/openid-configuration': () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys?v=1` }),
      '/keys?v=1': () => ({ keys: [KEY] }),
    };
    issuer.answer = ({ url }, response) => {
      const answer = answers[url]?.();
      response
        .writeHead(answer === undefined ? 500 : 200)
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    };
    clock = new FakeClock();
    complaints = 0;
    const logger = Object.assign(createLogger({ isEnabled: false }), { error: () => void complaints++ });
    const config = {
      url: issuer.url,
      discoveryURL: '',
      certificateAuthority: authority.pem,
      audiences: ['api'],
      audienceMatchPolicy: '',
    };
    const parts = {
      clock,
      logger,
      metrics: new OutboundMetrics(new MetricsRegistry()),
    };
    keys = new IssuerKeys(config, parts);
  });

  afterEach(async () => {
    keys.close();
    await issuer.close();
  });

  const find = async (kid: string): Promise<unknown> => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
    const [protectedHeader, payload, signature] = token.split('.');
    return keys.find({ alg: 'ES256', kid }, { protected: protectedHeader, payload, signature });
  };
  const looks = (): number => issuer.asked.filter(({ url }) => url.startsWith('/keys')).length;

  it('finds a key after discovery of its issuer', async () => {
    keys.start();
    await keys.ready;
    expect(await find('one')).toMatchObject({ type: 'public' });
    expect(looks()).toBe(1);
  });

  it.each<[string, () => unknown]>([
    ['names another issuer', () => ({ issuer: 'https://other', jwks_uri: `${issuer.url}/keys?v=1` })],
    ['keeps its keys where nobody is sure of them', () => ({ issuer: issuer.url, jwks_uri: 'http://127.0.0.1/keys' })],
    ['names no place', () => ({ issuer: issuer.url })],
    ['answers no JSON', () => '<html>'],
    ['answers null', () => 'null'],
    ['answers too much', () => 'x'.repeat(10_000_000)],
    ['fails', () => undefined],
  ])('waits, and asks again, where the issuer %s', async (_, answer) => {
    const { '/.well-known/openid-configuration': right } = answers;
    answers['/.well-known/openid-configuration'] = answer;
    keys.start();
    await eventually(async () => expect(complaints).toBe(1));
    expect([issuer.asked.length, keys.isReady]).toEqual([1, false]);
    answers['/.well-known/openid-configuration'] = right;
    clock.advance(10_000);
    await keys.ready;
    expect(keys.isReady).toBe(true);
  });

  it('looks for a key that it does not know, but not at once again', async () => {
    keys.start();
    await keys.ready;
    await find('one');
    answers['/keys?v=1'] = () => ({ keys: [KEY, { ...KEY, kid: 'two' }] });
    await expect(find('two')).rejects.toThrow();
    expect(looks()).toBe(1);
    clock.advance(LATER);
    const all = await Promise.all([find('two'), find('two'), find('one')]);
    expect([all.length, looks()]).toEqual([3, 2]);
  });

  it.each<[string, () => unknown]>([
    ['fails', () => undefined],
    ['answers no keys', () => ({ keys: 'none' })],
    ['answers no JSON', () => '<html>'],
  ])('keeps the keys it knows where the issuer %s', async (_, answer) => {
    keys.start();
    await keys.ready;
    await find('one');
    answers['/keys?v=1'] = answer;
    clock.advance(OLD);
    expect(await find('one')).toMatchObject({ type: 'public' });
    expect(looks()).toBe(2);
  });

  it('takes a key no more that was taken away, once it has looked', async () => {
    keys.start();
    await keys.ready;
    await find('one');
    answers['/keys?v=1'] = () => ({ keys: [] });
    clock.advance(OLD);
    await expect(find('one')).rejects.toThrow();
  });

  it('asks once for all, and again only after five seconds, or when its keys are older than ten minutes', async () => {
    keys.start();
    await keys.ready;
    await find('one');
    clock.advance(OLD - 1);
    await find('one');
    expect(looks()).toBe(1);
    clock.advance(1);
    await find('one');
    expect(looks()).toBe(2);
    clock.advance(LATER - 2);
    await expect(find('two')).rejects.toThrow();
    expect(looks()).toBe(2);
    clock.advance(1);
    await expect(find('two')).rejects.toThrow();
    expect(looks()).toBe(3);
  });

  it('has no key while none was ever had, and reports each attempt', async () => {
    answers['/keys?v=1'] = () => undefined;
    keys.start();
    await keys.ready;
    await expect(find('one')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    await expect(find('one')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect([looks(), complaints]).toEqual([1, 1]);
  });

  it('lets faults of tokens through without a look for other keys', async () => {
    answers['/keys?v=1'] = () => ({ keys: [KEY, KEY] });
    keys.start();
    await keys.ready;
    await expect(find('one')).rejects.toMatchObject({ code: 'ERR_JWKS_MULTIPLE_MATCHING_KEYS' });
    clock.advance(LATER);
    await expect(find('one')).rejects.toMatchObject({ code: 'ERR_JWKS_MULTIPLE_MATCHING_KEYS' });
    expect(looks()).toBe(1);
  });

  it('asks again each ten seconds until it knows where the keys are, and no more once it is closed', async () => {
    const { '/.well-known/openid-configuration': right } = answers;
    answers['/.well-known/openid-configuration'] = () => undefined;
    keys.start();
    for (const attempt of [1, 2]) {
      await eventually(async () => expect([complaints, clock.pendingTimers]).toEqual([attempt, 1]));
      expect(clock.untilNext()).toBe(10_000);
      clock.advance(10_000);
    }
    await eventually(async () => expect([complaints, clock.pendingTimers]).toEqual([3, 1]));
    keys.close();
    expect(clock.pendingTimers).toBe(0);
    answers['/.well-known/openid-configuration'] = right;
    clock.advance(20_000);
    expect(keys.isReady).toBe(false);
  });

  it('reports nothing, and tries no more, where it is closed while it asks', async () => {
    answers['/.well-known/openid-configuration'] = () => (keys.close(), undefined);
    keys.start();
    await eventually(async () => expect(issuer.asked).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([complaints, clock.pendingTimers]).toEqual([0, 0]);
  });

  it.each([
    ['', '', '/.well-known/openid-configuration'],
    ['/', '', '/.well-known/openid-configuration'],
    ['/realm', '', '/realm/.well-known/openid-configuration'],
    ['/realm/', '', '/realm/.well-known/openid-configuration'],
    ['/realm', '/elsewhere?x=1', '/elsewhere?x=1'],
  ])('asks the issuer at %j, with %j configured, at %s', async (path, discovery, asked) => {
    keys.close();
    const url = `${issuer.url}${path}`;
    const discoveryURL = discovery === '' ? '' : `${issuer.url}${discovery}`;
    const config = {
      url,
      discoveryURL,
      certificateAuthority: authority.pem,
      audiences: ['api'],
      audienceMatchPolicy: '',
    };
    const metrics = new OutboundMetrics(new MetricsRegistry());
    keys = new IssuerKeys(config, { clock, logger: createLogger({ isEnabled: false }), metrics });
    answers[asked] = () => ({ issuer: url, jwks_uri: `${issuer.url}/keys?v=1` });
    keys.start();
    await keys.ready;
    expect(issuer.asked.map((each) => each.url)).toEqual([asked]);
  });
});
