import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { AccessObjects } from '../../src/access/index.js';
import { AdmissionChain, AdmissionModule, type AdmissionPlugin } from '../../src/admission/index.js';
import { AUTHENTICATORS, Authenticator, AuthnModule, ClientAuthorities } from '../../src/authn/index.js';
import { AggregationModule } from '../../src/aggregation/index.js';
import { Authorizer, AuthzModule, type Decision, MODE_AUTHORIZERS } from '../../src/authz/index.js';
import { CodecsModule, SERIALIZERS, Serializers, builtInSerializers } from '../../src/codecs/index.js';
import { ControllerHost, ControllersModule } from '../../src/controllers/index.js';
import { DiscoveryHandler, DiscoveryModule } from '../../src/discovery/index.js';
import { HealthChecks, HealthModule, ServerHealth } from '../../src/health/index.js';
import { ClientIdentity } from '../../src/outbound/index.js';
import { Clock, NestLogger, SystemClock, createLogger } from '../../src/observability/index.js';
import { FakeClock } from '../../src/testing/fake-clock.js';
import { OpenApiDocuments, OpenApiModule } from '../../src/openapi/index.js';
import { ApiServerOptions } from '../../src/options/index.js';
import {
  AccessModule,
  Catalogue,
  CatalogueModule,
  KindsModule,
  Contributions,
  PluginHost,
  PluginHostModule,
  readDeclarations,
} from '../../src/plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { AppModule } from '../../src/server/start/app.module.js';
import { ensureServerCertificates } from '../../src/server/certificates/index.js';
import { FoundationModule } from '../../src/server/start/foundation.module.js';
import { createAdapter, portOf } from '../../src/server/connections/listener.js';
import { Storage, StorageModule, WatchCache } from '../../src/storage/index.js';
import { attributesFor } from '../contract/authorizer.contract.js';
import { TidePlugin } from '../fixtures/plugins/contributing/index.js';
import { TestClient } from '../support/test-client.js';

type Module = DynamicModule | Type;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const serviceAccountKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const logger = createLogger({ isEnabled: false });
const options = new ApiServerOptions();
const clientAuthorities = await ClientAuthorities.open({
  ...options.authentication,
  clock: new SystemClock(),
  logger,
});
const opened: TestingModule[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A testing module of some modules, on the same ground as in a server. */
function moduleOf(...imports: Module[]): TestingModuleBuilder {
  const foundation = FoundationModule.forRoot({ options, logger, authority: 'PEM' });
  const aggregation = AggregationModule.forRoot(ClientIdentity.fixed(undefined));
  return Test.createTestingModule({ imports: [foundation, CatalogueModule, aggregation, ...imports] });
}

/** Makes its providers, runs the hooks of a start, and finds one provider. */
async function get<T>(builder: TestingModuleBuilder, token: abstract new (...parts: never[]) => T): Promise<T> {
  const module = await builder.compile();
  module.useLogger(new NestLogger(logger));
  await module.init();
  opened.push(module);
  return module.get<T>(token);
}

const storage = (): DynamicModule => StorageModule.forRoot({ engine: { directory: ':memory:' } });
const authn = (): DynamicModule =>
  AuthnModule.forRoot({ imports: [AccessModule], serviceAccountKey, authorities: clientAuthorities });
const authz = (): DynamicModule => AuthzModule.forRoot({ imports: [AccessModule] });
/** An engine in which nothing ever is. */
const ENGINE = {
  stores: [],
  currentRevision: () => Promise.resolve(41),
  compact: () => Promise.resolve(),
  watch: () => ({ stop: () => {} }),
  close: () => Promise.resolve(),
};

function pluginHost(store = storage()): DynamicModule {
  const kinds = KindsModule.forRoot({ imports: [store, AdmissionModule] });
  const imports = [store, AdmissionModule, authn(), authz(), kinds];
  return PluginHostModule.forRoot({ declarations: readDeclarations([TidePlugin]), imports });
}

/** Denies everything, and says so. */
class ClosedAuthorizer extends Authorizer {
  authorize(): Decision {
    return { verdict: 'Deny', reason: 'closed today' };
  }
}

describe('a module answers with the provider that a test has put in place', () => {
  it('AuthnModule: the authenticators', async () => {
    const user = { name: 'fake', groups: [] };
    const members = [{ authenticate: () => ({ user }) }];
    const builder = moduleOf(authn())
      .overrideProvider(AUTHENTICATORS)
      .useValue({ members, close: () => {} });
    const authenticator = await get(builder, Authenticator);
    expect(await authenticator.authenticate({ headers: {}, path: '/' })).toMatchObject({ user: { name: 'fake' } });
  });

  it('AuthzModule: the authorizers of the modes', async () => {
    const builder = moduleOf(authz()).overrideProvider(MODE_AUTHORIZERS).useValue([new ClosedAuthorizer()]);
    const authorizer = await get(builder, Authorizer);
    expect(await authorizer.authorize(attributesFor())).toEqual({ verdict: 'Deny', reason: 'closed today' });
  });

  it('AccessModule: the objects that decide about access', async () => {
    const asked: string[] = [];
    const follow: AccessObjects['follow'] = (resources, listener) => {
      for (const { resource } of resources) {
        asked.push(resource);
        listener.onReady(resource);
      }
      return () => {};
    };
    const builder = moduleOf(authz()).overrideProvider(AccessObjects).useValue({ follow });
    await (await get(builder, Authorizer)).authorize(attributesFor());
    expect(asked).toContain('clusterroles');
  });

  it('StorageModule: the engine', async () => {
    let isClosed = false;
    const engine = { ...ENGINE, close: () => Promise.resolve(void (isClosed = true)) };
    const builder = moduleOf(storage()).overrideProvider(Storage).useValue(engine);
    expect((await get(builder, WatchCache)).register('/a/', () => ({}) as never).currentRevision()).toBe(0);
    await opened.pop()!.close();
    expect(isClosed).toBe(true);
  });

  it('CodecsModule: the list of serializers', async () => {
    const [, yaml] = builtInSerializers();
    const builder = moduleOf(CodecsModule).overrideProvider(SERIALIZERS).useValue([yaml]);
    expect((await get(builder, Serializers)).mediaTypes).toEqual([yaml.mediaType]);
  });

  it('DiscoveryModule: the serializers it answers with', async () => {
    const [, yaml] = builtInSerializers();
    const builder = moduleOf(DiscoveryModule).overrideProvider(SERIALIZERS).useValue([yaml]);
    const discovery = await get(builder, DiscoveryHandler);
    expect(discovery.answer('/apis', 'application/json')).toBe('notAcceptable');
    expect(discovery.answer('/apis', '*/*')).toMatchObject({ negotiated: { serializer: yaml } });
  });

  it('OpenApiModule: the catalogue that is documented', async () => {
    const groups = [{ group: 'fake.example.com', versions: ['v7'], preferred: 'v7' }];
    const catalogue = {
      groups: () => groups,
      resourcesOf: () => [],
      isUnstructured: () => false,
      onChange: () => () => {},
    };
    const builder = moduleOf(OpenApiModule).overrideProvider(Catalogue).useValue(catalogue);
    const documents = await get(builder, OpenApiDocuments);
    expect((await documents.v3Index()).bytes.toString()).toContain('apis/fake.example.com/v7');
  });

  it('AdmissionModule: the chain that takes what plugins bring', async () => {
    let used: readonly AdmissionPlugin[] | undefined;
    let isFollowing = false;
    const chain = {
      use: (plugins: readonly AdmissionPlugin[]) => (used = plugins),
      follow: () => (isFollowing = true),
    };
    const builder = moduleOf(pluginHost()).overrideProvider(AdmissionChain).useValue(chain);
    await get(builder, PluginHost);
    expect(used).toEqual([]);
    expect(isFollowing).toBe(true);
  });

  it('PluginHostModule: the host that plugins are handed to', async () => {
    const installed: unknown[] = [];
    const host = { installAll: (declarations: Map<unknown, unknown>) => installed.push(...declarations.keys()) };
    const builder = moduleOf(pluginHost()).overrideProvider(PluginHost).useValue(host);
    await get(builder, PluginHost);
    expect(installed).toEqual([TidePlugin]);
  });

  it('HealthModule: the clock and the engine it asks', async () => {
    const clock = new FakeClock();
    const patient = Object.assign(new ApiServerOptions(), {
      serving: { ...options.serving, livezGracePeriod: 10_000 },
    });
    const store = storage();
    const builder = moduleOf(HealthModule.forRoot({ imports: [store, pluginHost(store)] }))
      .overrideProvider(Clock)
      .useValue(clock)
      .overrideProvider(ApiServerOptions)
      .useValue(patient)
      .overrideProvider(Storage)
      .useValue({ ...ENGINE, currentRevision: () => Promise.reject(new Error('gone')) });
    const health = await get(builder, ServerHealth);
    health.addStartCheck('poststarthook/slow', () => false);
    const checks = opened[0].get(HealthChecks);
    expect((await checks.single('livez', 'etcd'))?.code).toBe(500);
    expect((await checks.single('livez', 'poststarthook/slow'))?.code).toBe(200);
    clock.advance(10_000);
    expect((await checks.single('livez', 'poststarthook/slow'))?.code).toBe(500);
  });

  it('ControllersModule: the contributions it runs', async () => {
    const store = storage();
    const calls: string[] = [];
    const controller = {
      name: 'fake',
      start: () => calls.push('start'),
      stop: () => Promise.resolve(calls.push('stop')),
    };
    const contributions = { all: () => [controller], onChange: () => {}, add: () => () => {} };
    const builder = moduleOf(ControllersModule.forRoot({ imports: [store, pluginHost(store)] }))
      .overrideProvider(Contributions)
      .useValue(contributions)
      .overrideProvider(PluginHost)
      .useValue({ installAll: () => {} });
    (await get(builder, ControllerHost)).start();
    expect(calls).toEqual(['start']);
    await opened.pop()!.close();
    expect(calls).toEqual(['start', 'stop']);
  });
});

describe('AppModule', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-modules-'));
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('serves with an authorizer that a test has put in place', async () => {
    const certificates = await ensureServerCertificates({
      directory,
      names: { ...options.serving, ...options.network },
    });
    const inMemory = Object.assign(new ApiServerOptions(), { storage: { ...options.storage, backend: 'memory' } });
    const declarations = readDeclarations(BUILT_IN_PLUGINS);
    const module = await Test.createTestingModule({
      imports: [AppModule.forRoot({ options: inMemory, logger, certificates, clientAuthorities, declarations })],
    })
      .overrideProvider(Authorizer)
      .useClass(ClosedAuthorizer)
      .compile();
    const { certificate, key } = certificates.serving;
    const adapter = createAdapter(options.serving, { certificate, key, clientAuthorities: [certificates.authority] });
    const app = module.createNestApplication<NestFastifyApplication>(adapter, { logger: new NestLogger(logger) });
    await app.listen(0, '127.0.0.1');
    const port = portOf(app.getHttpServer());
    const client = new TestClient({ url: `https://127.0.0.1:${port}`, ca: certificates.authority });
    const { status, body } = await client.get('/readyz');
    expect([status, body.message]).toEqual([403, expect.stringContaining('closed today')]);
    client.close();
    await app.close();
  });
});
