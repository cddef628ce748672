import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessObjects, ObjectName } from '../access/index.js';
import { createLogger, MetricsRegistry } from '../observability/index.js';
import type { ApiServerOptions } from '../options/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import type { AuthenticationResult } from './authenticator.js';
import type { ClientAuthorities } from './certificates/client-authorities.js';
import { FrontProxies } from './certificates/front-proxies.js';
import { type Authenticators, createAuthenticators, createTokenIssuer } from './create-authenticators.js';
import { TokenUses } from './service-account/token-uses.js';

const pemOf = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [OWN, OTHER, STRANGE] = [pemOf(), pemOf(), pemOf()];
const BOOTSTRAP = 'abcdef.0123456789abcdef';
const DATA = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' };
const base64 = (data: object) =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')]));

describe('createAuthenticators()', () => {
  let directory: string;
  let clock: FakeClock;
  let made: Authenticators | undefined;
  let stored: Record<string, object>;
  let changed: Map<string, (name: ObjectName | undefined) => void>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authn-'));
    await writeFile(join(directory, 'key'), OTHER);
    await writeFile(join(directory, 'tokens'), 'fixed,ada,7\n');
    [clock, made, changed] = [new FakeClock(), undefined, new Map()];
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
        ...{ tokenAuthFile: '', tokenWebhookConfigFile: '' },
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
        return () => changed.delete(resource);
      },
    } as unknown as AccessObjects;
    made = await createAuthenticators({
      ...{ options: optionsWith(authentication), serviceAccountKey: OWN, clock, metrics, objects },
      authorities: { users: { faultOf: () => undefined }, proxies } as unknown as ClientAuthorities,
      ...{ proxies: new FrontProxies(), logger: createLogger({ isEnabled: false }), uses: new TokenUses(metrics) },
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

  async function tokenOf(serviceAccountKey: string, issuer = 'https://accounts'): Promise<string> {
    const options = { ...optionsWith(), serviceAccountIssuers: [issuer] } as unknown as ApiServerOptions;
    const order = {
      namespace: 'n',
      serviceAccount: { name: 'robot', uid: 'u' },
      audiences: [],
      expirationSeconds: 600,
    };
    return (await createTokenIssuer({ options, serviceAccountKey, clock }).issue(order)).token;
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
