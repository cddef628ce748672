import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { TestAuthority } from '../../../test/support/authority.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { AnonymousAuthenticator } from '../anonymous.authenticator.js';
import { ConfiguredAuthentication } from './configured-authentication.js';

const authority = await TestAuthority.create('issuers');
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const pair = await generateKeyPair('ES256', { extractable: true });
const KEY = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
const FAILED = 'a changed authentication configuration is invalid, the previous one stays in effect';

interface Setting {
  readonly authorizationModes?: readonly string[];
  readonly anonymousAuth?: boolean;
  readonly isAnonymousAuthGiven?: boolean;
}

describe('ConfiguredAuthentication', () => {
  let directory: string;
  let path: string;
  let server: FakeWebhook;
  let clock: FakeClock;
  let metrics: MetricsRegistry;
  let lines: string[];
  let changes: number;
  let anonymous: AnonymousAuthenticator;
  let configured: ConfiguredAuthentication | undefined;
  /** Issuers that answer nothing. */
  let silent: Set<string>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authn-'));
    path = join(directory, 'file');
    server = await FakeWebhook.start(serving);
    silent = new Set();
    server.answer = ({ url }, response) => {
      const name = url.split('/')[1];
      if (silent.has(name)) return void response.writeHead(500).end();
      const about = { issuer: `${server.url}/${name}`, jwks_uri: `${server.url}/keys` };
      response.writeHead(200).end(JSON.stringify(url === '/keys' ? { keys: [KEY] } : about));
    };
    [clock, metrics, lines, changes] = [new FakeClock(), new MetricsRegistry(), [], 0];
    anonymous = new AnonymousAuthenticator(['api']);
  });
  afterEach(async () => {
    configured?.close();
    configured = undefined;
    await server.close();
    await rm(directory, { recursive: true });
  });

  const fileOf = (issuers: readonly string[], further: object = {}): string =>
    JSON.stringify({
      ...{ apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' },
      jwt: issuers.map((name) => ({
        issuer: { url: `${server.url}/${name}`, audiences: ['aud'], certificateAuthority: authority.pem },
        claimMappings: { username: { claim: 'sub', prefix: `${name}:` } },
      })),
      ...further,
    });

  async function open(text: string | undefined, setting: Setting = {}): Promise<ConfiguredAuthentication> {
    const { authorizationModes = ['RBAC'], anonymousAuth = true, isAnonymousAuthGiven = false } = setting;
    if (text !== undefined) await writeFile(path, text);
    const options = {
      authentication: { authenticationConfig: text === undefined ? '' : path, anonymousAuth, ...NO_OIDC },
      ...{
        apiAudiences: ['api'],
        serviceAccountIssuers: ['https://accounts'],
        authorizationModes,
        isAnonymousAuthGiven,
      },
      ...{ api: { emulatedRelease: '1.32' }, features: { enabled: () => true } },
    } as unknown as ApiServerOptions;
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const onChange = (): void => void changes++;
    configured = await ConfiguredAuthentication.open({ options, clock, logger, metrics, anonymous, onChange });
    return configured;
  }

  /** The name of the user of a token, once the keys of its issuer are there; undefined where nobody knows it. */
  async function userOf(name: string): Promise<string | undefined> {
    const exp = clock.now() / 1000 + 600;
    const claims = { iss: `${server.url}/${name}`, aud: 'aud', sub: 'jane', exp };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(pair.privateKey);
    return (await configured!.issuers.authenticateToken(token, ['api']))?.user.name;
  }

  const keysOf = (name: string): Promise<void> =>
    eventually(async () => (await userOf(name).catch(() => undefined)) === `${name}:jane`, 'the keys are there');
  const isAnonymous = (of: string): boolean => anonymous.authenticate({ headers: {}, path: of } as never) !== undefined;
  const logged = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

  async function reloads(status: 'success' | 'failure'): Promise<number[]> {
    const text = await metrics.expose();
    const name = 'apiserver_authentication_config_controller_automatic_reload';
    return ['s_total', '_last_timestamp_seconds'].map((suffix) => {
      const line = new RegExp(
        `^${name}${suffix}\\{apiserver_id_hash="sha256:[0-9a-f]{64}",status="${status}"\\} (.*)$`,
        'm',
      );
      return Number(line.exec(text)?.[1] ?? 0);
    });
  }

  /** Changes the file, and waits until it was looked at. */
  async function change(text: string): Promise<void> {
    const count = async (): Promise<number> => (await reloads('success'))[0] + (await reloads('failure'))[0];
    const before = await count();
    await writeFile(path, text);
    clock.advance(60_000);
    await eventually(async () => (await count()) > before, 'the change is counted');
  }

  it('knows the tokens of the issuers in the file, and who may be anonymous', async () => {
    await open(fileOf(['a'], { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }));
    await keysOf('a');
    expect([await userOf('b'), isAnonymous('/livez'), isAnonymous('/api')]).toEqual([undefined, true, false]);
    expect([await reloads('success'), await reloads('failure'), changes]).toEqual([[0, 0], [0, 0], 0]);
  });

  it.each<[string, Setting, boolean]>([
    ['the flag', { anonymousAuth: true }, true],
    ['the flag', { anonymousAuth: false }, false],
    ['an authorizer that allows everything', { authorizationModes: ['AlwaysAllow'] }, false],
  ])('leaves anonymous requests that the file does not mention to %s: %j', async (_name, setting, expected) => {
    await open(fileOf([]), setting);
    expect(isAnonymous('/api')).toBe(expected);
  });

  it('without a file and flags knows no issuer', async () => {
    await open(undefined);
    expect([isAnonymous('/api'), await userOf('a'), clock.pendingTimers]).toEqual([true, undefined, 0]);
  });

  it('never enables anonymous requests where every request is allowed', async () => {
    await open(fileOf([], { anonymous: { enabled: true } }), { authorizationModes: ['AlwaysAllow'] });
    expect(isAnonymous('/api')).toBe(false);
  });

  it.each<[string, string, Setting, string]>([
    ['no JSON', '{', {}, ''],
    ['an issuer twice', '', {}, 'Duplicate value'],
    ['the issuer of service accounts', '', {}, 'Invalid value'],
    ['anonymous requests beside the flag', '', { isAnonymousAuthGiven: true }, 'flag cannot be set'],
  ])('refuses a file with %s', async (name, text, setting, message) => {
    const files: Record<string, string> = {
      'an issuer twice': fileOf(['a', 'a']),
      'the issuer of service accounts': fileOf(['a']).replace(`${server.url}/a`, 'https://accounts'),
      'anonymous requests beside the flag': fileOf([], { anonymous: { enabled: true } }),
    };
    await expect(open(files[name] ?? text, setting)).rejects.toMatchObject({
      problems: [{ option: `--authentication-config: ${path}`, message: expect.stringContaining(message) as string }],
    });
  });

  it('puts a changed file in force once its issuers have answered', async () => {
    await open(fileOf(['a']));
    await keysOf('a');
    await change(fileOf(['b'], { anonymous: { enabled: false } }));
    expect([await userOf('a'), await userOf('b'), isAnonymous('/api')]).toEqual([undefined, 'b:jane', false]);
    expect([changes, await reloads('success')]).toEqual([1, [1, clock.now() / 1000]]);
    expect(logged()).not.toContain(FAILED);
  });

  it.each([
    ['that is no JSON', () => '{'],
    ['with a fault', () => fileOf(['a', 'a'])],
  ])('keeps what it had where a file comes %s', async (_name, text) => {
    await open(fileOf(['a']));
    await keysOf('a');
    await change(text());
    expect([await userOf('a'), changes, await reloads('success')]).toEqual(['a:jane', 0, [0, 0]]);
    // A file that cannot be parsed is looked at again with every notification.
    expect(await reloads('failure')).toEqual([expect.any(Number), clock.now() / 1000]);
  });

  it('gives up a changed file whose issuer does not answer', async () => {
    await open(fileOf(['a']));
    await keysOf('a');
    silent.add('b');
    await writeFile(path, fileOf(['b']));
    clock.advance(60_000);
    await eventually(() => server.asked.some(({ url }) => url.startsWith('/b')), 'the issuer is asked');
    expect(logged()).not.toContain(FAILED);
    clock.advance(60_000);
    await eventually(() => logged().includes(FAILED), 'the failure is logged');
    expect([await userOf('a'), await reloads('failure')]).toEqual(['a:jane', [1, clock.now() / 1000]]);
    expect(lines.some((line) => line.includes('an issuer cannot be asked for its keys'))).toBe(true);
  });

  it('follows nothing once it is closed', async () => {
    const each = await open(fileOf([]));
    expect(clock.pendingTimers).toBeGreaterThan(0);
    each.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

const NO_OIDC = { oidcIssuerUrl: '', oidcSigningAlgorithms: ['RS256'] };
