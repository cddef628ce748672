import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { TestAuthority } from '../../test/support/authority.js';
import { FakeWebhook } from '../../test/support/fake-webhook.js';
import { AccessObjects } from '../access/index.js';
import { Clock, createLogger, Logger, MetricsRegistry, NestLogger } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { type ClusterConnections, fixedConnection, PLAIN_TLS } from '../outbound/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { Authenticator } from './authenticator.js';
import { AuthnModule } from './authn.module.js';
import { ClientAuthorities } from './certificates/client-authorities.js';
import { FrontProxies } from './certificates/front-proxies.js';
import { TokenIssuer } from './service-account/token-issuer.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const serviceAccountKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const authority = await TestAuthority.create('users');
const logger = createLogger({ isEnabled: false });
const ACCOUNT = { namespace: 'n', serviceAccount: { name: 'robot', uid: 'u' } };
const ORDER = { ...ACCOUNT, audiences: [], expirationSeconds: 600 };

@Module({})
class Outside {}

describe('AuthnModule', () => {
  let directory: string;
  let clock: FakeClock;
  let options: ApiServerOptions;
  let opened: TestingModule[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authn-'));
    [clock, options, opened] = [new FakeClock(Date.now()), new ApiServerOptions(), []];
  });
  afterEach(async () => {
    for (const module of opened) await module.close();
    await rm(directory, { recursive: true });
  });

  /** The providers that a server adds. */
  function outside(): DynamicModule {
    const objects = {
      find: ({ name }: { name: string }) => (name === 'robot' ? { metadata: { uid: 'u' } } : undefined),
      followNames: () => ({ isCurrent: true, stop: () => {} }),
    };
    const providers = [
      { provide: ApiServerOptions, useValue: options },
      { provide: AccessObjects, useValue: objects },
      { provide: Clock, useValue: clock },
      { provide: Logger, useValue: logger },
      { provide: MetricsRegistry, useValue: new MetricsRegistry() },
    ];
    return { module: Outside, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }

  async function open(cluster?: ClusterConnections): Promise<TestingModule> {
    const settings = { ...options.authentication, followsCluster: cluster !== undefined, clock, logger };
    const authorities = await ClientAuthorities.open(settings);
    const module = AuthnModule.forRoot({ imports: [], serviceAccountKey, authorities, cluster });
    const testing = await Test.createTestingModule({ imports: [outside(), module] })
      .setLogger(new NestLogger(logger))
      .compile();
    opened.push(await testing.init());
    return testing;
  }

  const userOf = async (module: TestingModule, token: string): Promise<string | undefined> => {
    const request = { path: '/', headers: { authorization: `Bearer ${token}` } };
    return (await module.get(Authenticator).authenticate(request))?.user.name;
  };

  it('authenticates the service account tokens that its own issuer signs', async () => {
    const module = await open();
    const { token } = await module.get(TokenIssuer).issue(ORDER);
    expect(await userOf(module, token)).toBe('system:serviceaccount:n:robot');
    expect(module.get(FrontProxies).current).toBeUndefined();
  });

  it('stops following its files when the server ends', async () => {
    const [clientCaFile, tokenAuthFile] = [join(directory, 'ca'), join(directory, 'tokens')];
    await writeFile(clientCaFile, authority.pem);
    await writeFile(tokenAuthFile, 'fixed,ada,7\n');
    Object.assign(options.authentication, { clientCaFile, tokenAuthFile });
    const module = await open();
    module.get(ClientAuthorities).start();
    expect(await userOf(module, 'fixed')).toBe('ada');
    expect(clock.pendingTimers).toBe(2);
    await module.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('authenticates as the cluster does, which reviews tokens and names the authorities', async () => {
    const server = await FakeWebhook.start();
    server.answerJson(({ url }) => {
      if (!url.includes('tokenreviews'))
        return { metadata: { name: 'x' }, data: { 'requestheader-client-ca-file': authority.pem }, items: [] };
      const status = { authenticated: true, user: { username: 'grace' } };
      return { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', status };
    });
    try {
      const connection = fixedConnection({ server: server.url, tls: PLAIN_TLS, proxyUrl: '' });
      const module = await open({ authentication: connection, authorization: connection, core: connection });
      expect(await userOf(module, 'reviewed')).toBe('grace');
      expect(module.get(ClientAuthorities).proxies?.pem).toEqual([authority.pem]);
      expect(module.get(FrontProxies).current).toBeDefined();
      for (const each of opened.splice(0)) await each.close();
    } finally {
      await server.close();
    }
  });
});
