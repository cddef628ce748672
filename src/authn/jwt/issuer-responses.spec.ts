import { exportJWK, generateKeyPair } from 'jose';
import { TestAuthority } from '../../../test/support/authority.js';
import { eventually } from '../../../test/support/eventually.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { OutboundClient, OutboundMetrics } from '../../outbound/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { IssuerKeys } from './issuer-keys.js';

const [authority, stranger] = await Promise.all([TestAuthority.create('issuers'), TestAuthority.create('strangers')]);
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const pair = await generateKeyPair('ES256', { extractable: true });
const KEY = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
const HEADER = { alg: 'ES256', kid: 'one' };

describe('IssuerKeys', () => {
  let issuer: FakeWebhook;
  let keys: IssuerKeys | undefined;
  let clock: FakeClock;
  let complaints: string[];
  let status: Record<string, number>;
  /** The `jwks_uri` of the description. */
  let place: unknown;

  beforeEach(async () => {
    issuer = await FakeWebhook.start(serving);
    clock = new FakeClock();
    [complaints, status, place] = [[], {}, `${issuer.url}/keys`];
    issuer.answer = ({ url }, response) => {
      const body = url === '/keys' ? { keys: [KEY] } : { issuer: issuer.url, jwks_uri: place };
      response.writeHead(status[url] ?? 200).end(JSON.stringify(body));
    };
  });
  afterEach(async () => {
    keys?.close();
    await issuer.close();
  });

  function open(certificateAuthority = authority.pem): IssuerKeys {
    const logger = Object.assign(createLogger({ isEnabled: false }), {
      error: (_text: string, { error }: { error?: Error }) => void complaints.push(String(error?.message)),
    });
    const metrics = new OutboundMetrics(new MetricsRegistry());
    const rest = { discoveryURL: '', audiences: ['api'], audienceMatchPolicy: '' };
    keys = new IssuerKeys({ url: issuer.url, certificateAuthority, ...rest }, { clock, logger, metrics });
    keys.start();
    return keys;
  }

  it('counts the age of keys from their fetch, not from the start of the clock', async () => {
    clock.advance(400_000);
    const opened = open();
    await opened.ready;
    for (const wait of [0, 599_999]) {
      clock.advance(wait);
      await opened.find(HEADER, { payload: '', signature: '' });
    }
    expect(issuer.asked.filter(({ url }) => url === '/keys')).toHaveLength(1);
  });

  it.each([201, 204, 301, 403, 500])('takes no keys of an answer with status code %d', async (code) => {
    status['/keys'] = code;
    const opened = open();
    await opened.ready;
    await expect(opened.find(HEADER, { payload: '', signature: '' })).rejects.toMatchObject({
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    });
    expect(complaints).toEqual([`${issuer.url}/keys answers with status code ${code}`]);
  });

  it.each<[string, () => unknown]>([
    ['is a list of addresses', () => [`${issuer.url}/keys`]],
    ['is not secure', () => issuer.url.replace('https:', 'http:')],
    ['is no address', () => 'keys'],
    ['is missing', () => undefined],
  ])('does not begin where the place of the keys %s', async (_name, locate) => {
    place = locate();
    const opened = open();
    await eventually(async () => expect(complaints).toEqual(['jwks_uri is no https URL']));
    expect(opened.isReady).toBe(false);
  });

  it('trusts the authority that is configured alone', async () => {
    open(stranger.pem);
    await eventually(async () => expect(complaints).toHaveLength(1));
    expect(issuer.asked).toEqual([]);
  });

  it('keeps one client for each address, and closes them', async () => {
    // A client calls its own close() before its first connection, so that calls identify the clients.
    const closed: unknown[] = [];
    const { close } = OutboundClient.prototype;
    OutboundClient.prototype.close = function () {
      closed.push(this);
      return close.call(this);
    };
    try {
      const opened = open();
      await opened.ready;
      for (let i = 0; i < 2; i++) {
        await opened.find(HEADER, { payload: '', signature: '' });
        clock.advance(600_001);
      }
      expect(issuer.asked.map(({ url }) => url)).toEqual(['/.well-known/openid-configuration', '/keys', '/keys']);
      const clients = closed.splice(0);
      expect(clients).toHaveLength(2);
      opened.close();
      expect(closed).toEqual(clients);
    } finally {
      OutboundClient.prototype.close = close;
    }
  });
});
