import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { TestAuthority } from '../../test/support/authority.js';
import { FakeWebhook, kubeconfigOf } from '../../test/support/fake-webhook.js';
import { eventually } from '../../test/support/storage-recorder.js';
import type { AccessObjects, ObjectName } from '../access/index.js';
import { createLogger, MetricsRegistry } from '../observability/index.js';
import type { ApiServerOptions } from '../options/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import type { AuthenticationResult } from './authenticator.js';
import type { ClientAuthorities } from './certificates/client-authorities.js';
import { FrontProxies } from './certificates/front-proxies.js';
import {
  type Authenticators,
  certificateAuthenticators,
  createAuthenticators,
  createTokenIssuer,
} from './create-authenticators.js';
import type { TokenIssuer } from './service-account/token-issuer.js';
import { TokenUses } from './service-account/token-uses.js';

const pemOf = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [OWN, OTHER, STRANGE] = [pemOf(), pemOf(), pemOf()];
const authority = await TestAuthority.create('issuers');
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const BOOTSTRAP = 'abcdef.0123456789abcdef';
const DATA = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' };
const base64 = (data: object) =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')]));

describe('createAuthenticators()', () => {
  let directory: string;
  let clock: FakeClock;
  let made: Authenticators | undefined;
  let stored: Record<string, object>;
  let lines: string[];
  let changed: Map<string, (name: ObjectName | undefined) => void>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authn-'));
    await writeFile(join(directory, 'key'), OTHER);
    await writeFile(join(directory, 'tokens'), 'fixed,ada,7\n');
    [clock, made, changed, lines] = [new FakeClock(), undefined, new Map(), []];
    stored = {
      'serviceaccounts/n/robot': { metadata: { uid: 'u' } },
      'secrets/kube-system/bootstrap-token-abcdef': {
        metadata: {},
        type: 'bootstrap.kubernetes.io/token',
        data: base64(DATA),
      },
    };
  });
  afterEach(async () => {
    made?.close();
    await rm(directory, { recursive: true });
  });

  const optionsWith = (authentication: object = {}): ApiServerOptions =>
    ({
      apiAudiences: ['api'],
      serviceAccountIssuers: ['https://accounts', 'https://former'],
      authorizationModes: ['RBAC'],
      authentication: {
        ...{ anonymousAuth: true, authenticationConfig: '', oidcIssuerUrl: '', oidcSigningAlgorithms: ['RS256'] },
        ...{ serviceAccountKeyFiles: [], serviceAccountLookup: true, enableBootstrapTokenAuth: false },
        ...{ serviceAccountMaxTokenExpiration: 7_200_999, serviceAccountExtendTokenExpiration: true },
        ...{ tokenAuthFile: '', tokenWebhookConfigFile: '', tokenWebhookVersion: 'v1', tokenWebhookCacheTtl: 0 },
        ...authentication,
      },
      ...{ api: { emulatedRelease: '1.32' }, features: { enabled: () => true } },
    }) as unknown as ApiServerOptions;

  async function open(authentication: object = {}, proxies: object | undefined = undefined): Promise<Authenticators> {
    const metrics = new MetricsRegistry();
    const objects = {
      find: ({ resource, namespace, name }: ObjectName) => stored[`${resource}/${namespace}/${name}`],
      followNames: ({ resource }: ObjectName, listener: (name: ObjectName | undefined) => void) => {
        changed.set(resource, listener);
        return { isCurrent: true, stop: () => changed.delete(resource) };
      },
    } as unknown as AccessObjects;
    made = await createAuthenticators({
      ...{ options: optionsWith(authentication), serviceAccountKey: OWN, clock, metrics, objects },
      authorities: { users: { faultOf: () => undefined }, proxies } as unknown as ClientAuthorities,
      ...{
        proxies: new FrontProxies(),
        logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
        uses: new TokenUses(metrics),
      },
    });
    return made;
  }

  /** The name of the user of a token, or why it is rejected. */
  async function userOf(token: string): Promise<string> {
    const request = { path: '/', headers: { authorization: `Bearer ${token}` } };
    const asked = (async () => made!.members.at(-1)!.authenticate(request))();
    const result: AuthenticationResult | string | undefined = await asked.catch((error: unknown) => String(error));
    return typeof result === 'string' ? result : (result?.user.name ?? 'nobody');
  }

  const ACCOUNT = { namespace: 'n', serviceAccount: { name: 'robot', uid: 'u' } };

  function issuerWith(serviceAccountKey: string, issuer = 'https://accounts'): TokenIssuer {
    const options = { ...optionsWith(), serviceAccountIssuers: [issuer] } as unknown as ApiServerOptions;
    return createTokenIssuer({ options, serviceAccountKey, clock });
  }

  async function tokenOf(serviceAccountKey: string, issuer?: string): Promise<string> {
    const order = { ...ACCOUNT, audiences: [], expirationSeconds: 600 };
    return (await issuerWith(serviceAccountKey, issuer).issue(order)).token;
  }

  const UNKNOWN = 'CredentialError: invalid bearer token';

  it('asks front proxies first, where any is believed, and tokens last', async () => {
    const names = ({ members }: Authenticators): string[] => members.map((each) => each.constructor.name);
    expect(names(await open())).toEqual(['ClientCertificateAuthenticator', 'BearerTokenAuthenticator']);
    expect(names(await open({}, { faultOf: () => undefined }))).toEqual([
      ...['RequestHeaderAuthenticator', 'ClientCertificateAuthenticator', 'BearerTokenAuthenticator'],
    ]);
  });

  it('falls back to anonymous requests as configured', async () => {
    const anonymous = async () => (await made!.fallback!.authenticate({ path: '/', headers: {} }))?.user.name;
    await open();
    expect(await anonymous()).toBe('system:anonymous');
    await open({ anonymousAuth: false });
    expect(await anonymous()).toBeUndefined();
  });

  it('knows tokens of its own key and those of files, from every issuer of accounts', async () => {
    await open({ serviceAccountKeyFiles: [join(directory, 'key')] });
    const robot = 'system:serviceaccount:n:robot';
    expect(await userOf(await tokenOf(OWN))).toBe(robot);
    expect(await userOf(await tokenOf(OTHER, 'https://former'))).toBe(robot);
    expect(await userOf(await tokenOf(STRANGE))).toContain('error in cryptographic primitive');
    expect(await userOf(await tokenOf(OWN, 'https://strange'))).toBe(UNKNOWN);
    await open();
    expect(await userOf(await tokenOf(OTHER))).toContain('error in cryptographic primitive');
  });

  it.each<[string, object, string, string]>([
    ['fixed', {}, UNKNOWN, 'ada'],
    [BOOTSTRAP, {}, UNKNOWN, 'system:bootstrap:abcdef'],
  ])('knows the token %s only where the flags say so', async (token, _none, without, name) => {
    await open();
    expect(await userOf(token)).toBe(without);
    await open({ tokenAuthFile: join(directory, 'tokens'), enableBootstrapTokenAuth: true });
    expect(await userOf(token)).toBe(name);
  });

  it('takes back what it knew when an object or the token file changes', async () => {
    await open({ tokenAuthFile: join(directory, 'tokens'), enableBootstrapTokenAuth: true });
    const token = await tokenOf(OWN);
    for (const each of [token, BOOTSTRAP, 'fixed']) expect(await userOf(each)).not.toContain('Error');
    delete stored['serviceaccounts/n/robot'];
    stored['secrets/kube-system/bootstrap-token-abcdef'] = { metadata: {}, data: {} };
    expect(await userOf(token)).toBe('system:serviceaccount:n:robot');
    changed.get('serviceaccounts')!({ group: '', resource: 'serviceaccounts', namespace: 'n', name: 'robot' });
    expect(await userOf(token)).toContain('not found');
    expect(await userOf(BOOTSTRAP)).toBe('system:bootstrap:abcdef');
    changed.get('secrets')!(undefined);
    expect(await userOf(BOOTSTRAP)).toBe(UNKNOWN);
  });

  it('knows tokens that Secrets hold, and, without a lookup, those that none holds', async () => {
    await open();
    const token = await issuerWith(OWN).issueLegacy({ ...ACCOUNT, secret: 's' });
    expect(await userOf(token)).toContain('service account token has been invalidated');
    stored['secrets/n/s'] = { metadata: {}, data: base64({ token }) };
    expect(await userOf(token)).toBe('system:serviceaccount:n:robot');
    delete stored['secrets/n/s'];
    await open({ serviceAccountLookup: false });
    expect(await userOf(token)).toBe('system:serviceaccount:n:robot');
    expect(await userOf(await issuerWith(STRANGE).issueLegacy({ ...ACCOUNT, secret: 's' }))).toContain('primitive');
  });

  describe('with servers that know tokens', () => {
    let server: FakeWebhook;

    beforeEach(async () => {
      server = await FakeWebhook.start(serving);
      const jwk = await exportJWK(createPublicKey(OTHER));
      server.answerJson(({ url, body }) => {
        if (url === '/keys') return { keys: [{ ...jwk, kid: 'one', alg: 'ES256' }] };
        if (url.startsWith('/issuer')) return { issuer: `${server.url}/issuer`, jwks_uri: `${server.url}/keys` };
        const { spec } = JSON.parse(body) as { spec: { token: string } };
        const status = { authenticated: spec.token === 'reviewed', user: { username: 'grace' } };
        return { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status };
      });
      const cluster = { 'certificate-authority-data': Buffer.from(authority.pem).toString('base64') };
      await writeFile(join(directory, 'webhook'), kubeconfigOf(`${server.url}/review`, { cluster }));
      const issuer = { url: `${server.url}/issuer`, audiences: ['aud'], certificateAuthority: authority.pem };
      const jwt = [{ issuer, claimMappings: { username: { claim: 'sub', prefix: '' } } }];
      const header = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' };
      await writeFile(join(directory, 'issuers'), JSON.stringify({ ...header, jwt }));
    });
    afterEach(() => server.close());

    const withServers = (): Promise<Authenticators> =>
      open({
        authenticationConfig: join(directory, 'issuers'),
        tokenWebhookConfigFile: join(directory, 'webhook'),
      });

    it('knows tokens of configured issuers', async () => {
      const claims = { iss: `${server.url}/issuer`, aud: 'aud', sub: 'jane', exp: clock.now() / 1000 + 600 };
      const signing = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' });
      const token = await signing.sign(createPrivateKey(OTHER));
      await open();
      expect(await userOf(token)).toBe(UNKNOWN);
      await withServers();
      await eventually(async () => (await userOf(token)) === 'jane', 'the keys of the issuer are there');
    });

    it('asks the webhook for other tokens', async () => {
      await withServers();
      expect([await userOf('reviewed'), await userOf('unknown')]).toEqual(['grace', UNKNOWN]);
    });

    it('ends connections and follows nothing once it is closed', async () => {
      const { close } = await withServers();
      await userOf('reviewed');
      await userOf('unknown');
      const before = server.connections;
      close();
      expect(clock.pendingTimers).toBe(0);
      await userOf('other');
      expect(server.connections).toBe(before + 1);
    });
  });

  it('puts a token file in force that changes while other files are still read', async () => {
    const [slow, tokenAuthFile] = [join(directory, 'slow-key'), join(directory, 'tokens')];
    execFileSync('mkfifo', [slow]);
    const opening = open({ serviceAccountKeyFiles: [slow], tokenAuthFile });
    try {
      await eventually(() => clock.pendingTimers === 1, 'the token file is followed');
      await writeFile(tokenAuthFile, 'changed,bob,8\n');
      clock.advance(60_000);
      await eventually(() => lines.length > 0, 'the change is logged');
    } finally {
      await writeFile(slow, OTHER);
      await opening;
    }
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['a file was reloaded']);
    expect([await userOf('changed'), await userOf('fixed')]).toEqual(['bob', UNKNOWN]);
  });

  it('follows nothing once it is closed', async () => {
    const { close } = await open({ tokenAuthFile: join(directory, 'tokens') });
    await userOf(await tokenOf(OWN));
    expect([changed.size, clock.pendingTimers]).toEqual([1, 1]);
    close();
    expect([changed.size, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('fails where a file cannot be read', async () => {
    await expect(open({ serviceAccountKeyFiles: [join(directory, 'none')] })).rejects.toThrow('ENOENT');
  });
});

describe('certificateAuthenticators()', () => {
  it('counts for how long accepted certificates are still valid', async () => {
    const [metrics, clock] = [new MetricsRegistry(), new FakeClock(Date.now())];
    const authorities = { users: { faultOf: () => undefined } } as unknown as ClientAuthorities;
    const [users] = certificateAuthenticators({ authorities, proxies: new FrontProxies(), clock, metrics }, ['api']);
    const { cert } = await authority.issue({ name: 'CN=ada', notAfter: new Date(clock.now() + 5400_000) });
    const shown = { certificate: new X509Certificate(cert), fault: undefined };
    await users.authenticate({ path: '/', headers: {}, clientCertificate: () => shown });
    const text = await metrics.expose();
    const buckets = [...text.matchAll(/expiration_seconds_bucket\{le="([^"]*)"\} (\d)/g)].map(([, le, n]) => [le, n]);
    const below = ['0', '1800', '3600'].map((le) => [le, '0']);
    const above = ['7200', '21600', '43200', '86400', '172800', '345600', '604800'];
    const months = ['2.592e+06', '7.776e+06', '1.5552e+07', '3.1104e+07', '+Inf'];
    expect(buckets).toEqual([...below, ...[...above, ...months].map((le) => [le, '1'])]);
  });
});

describe('createTokenIssuer()', () => {
  it('takes the first issuer, the audiences of the server, and its limits in whole seconds', async () => {
    const authentication = { serviceAccountMaxTokenExpiration: 7_200_999, serviceAccountExtendTokenExpiration: true };
    const options = { apiAudiences: ['api'], serviceAccountIssuers: ['https://a', 'https://b'], authentication };
    const clock = new FakeClock();
    const issuer = createTokenIssuer({
      options: options as unknown as ApiServerOptions,
      serviceAccountKey: OWN,
      clock,
    });
    expect([issuer.defaultAudiences, issuer.maxExpirationSeconds, issuer.extendsExpiration]).toEqual([
      ['api'],
      7200,
      true,
    ]);
    const order = { namespace: 'n', serviceAccount: { name: 'r', uid: 'u' }, audiences: [], expirationSeconds: 600 };
    const { token, expiresAt } = await issuer.issue(order);
    expect(expiresAt).toBe((Math.floor(clock.now() / 1000) + 600) * 1000);
    const payload = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) as {
      iss: string;
      aud: string[];
    };
    expect([payload.iss, payload.aud]).toEqual(['https://a', ['api']]);
  });
});
