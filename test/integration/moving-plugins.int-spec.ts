import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import { RbacPlugin } from '../../plugins/rbac/index.js';
import type { ApiObject } from '../../src/apimachinery/index.js';
import { ClientAuthorities } from '../../src/authn/index.js';
import { Authorizer } from '../../src/authz/index.js';
import { ControllerHost } from '../../src/controllers/index.js';
import { SystemClock, createLogger } from '../../src/observability/index.js';
import { ApiServerOptions } from '../../src/options/index.js';
import { type PluginClass, PluginHost, PluginInstances, readDeclarations } from '../../src/plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { Stores, systemContext } from '../../src/registry/index.js';
import { AppModule } from '../../src/server/start/app.module.js';
import { ensureServerCertificates } from '../../src/server/certificates/index.js';
import { WatchCache } from '../../src/storage/index.js';
import { attributesFor } from '../contract/authorizer.contract.js';
import { EchoPlugin } from '../fixtures/plugins/contributing/index.js';

const RBAC = 'rbac.authorization.k8s.io';

let directory: string;
let module: TestingModule;
let host: PluginHost;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-moving-'));
  const options = new ApiServerOptions();
  options.storage.backend = 'memory';
  const certificates = await ensureServerCertificates({
    directory,
    names: { ...options.serving, ...options.network },
  });
  const logger = createLogger({ isEnabled: false });
  const clientAuthorities = await ClientAuthorities.open({
    ...options.authentication,
    clock: new SystemClock(),
    logger,
  });
  const declarations = readDeclarations(BUILT_IN_PLUGINS);
  module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ options, logger, certificates, clientAuthorities, declarations })],
  }).compile();
  host = module.get(PluginHost);
  await host.installAll(declarations, (owner, hook) => module.get(PluginInstances).of(owner, hook));
});

afterAll(async () => {
  await module.close();
  await rm(directory, { recursive: true });
});

const install = (plugin: PluginClass): void =>
  void host.install(plugin, (owner, hook) => module.get(PluginInstances).of(owner, hook));

async function create(group: string, resource: string, object: object): Promise<void> {
  const { namespace } = (object as ApiObject).metadata;
  await module
    .get(Stores)
    .of(group, resource)
    .create(systemContext(namespace), object as ApiObject);
}

describe('a plugin that goes and comes back while the server runs', () => {
  const verdict = async (): Promise<string> => {
    const user = { name: 'bob', groups: [] };
    return (await module.get(Authorizer).authorize(attributesFor({ user }))).verdict;
  };

  it('takes along what its objects allow, and brings it back', async () => {
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };
    await create(RBAC, 'clusterroles', { metadata: { name: 'reader' }, rules: [rule] });
    await create(RBAC, 'clusterrolebindings', {
      metadata: { name: 'bob-reads' },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'reader' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'bob' }],
    });
    expect(await verdict()).toBe('Allow');
    host.uninstall(RbacPlugin);
    expect(await verdict()).toBe('NoOpinion');
    install(RbacPlugin);
    expect(await verdict()).toBe('Allow');
  });

  it('is refused, and starts nothing, when a name it brings is taken', () => {
    const controllers = module.get(ControllerHost);
    controllers.start('stepped');
    const before = controllers.names;
    const controller = { name: 'namespace-controller' };
    const start = (): void => host.install(EchoPlugin, () => controller as never) as unknown as void;
    expect(start).toThrow('two plugins bring the controller "namespace-controller"');
    expect(controllers.names).toEqual(before);
  });

  it('takes its controllers along, and they follow its objects again when it is back', async () => {
    const controllers = module.get(ControllerHost);
    const name = 'clusterrole-aggregation-controller';
    controllers.start('stepped');
    expect(controllers.names).toContain(name);
    host.uninstall(RbacPlugin);
    expect(controllers.names).not.toContain(name);
    install(RbacPlugin);
    expect(controllers.names).toContain(name);
    const labels = { part: 'of-all' };
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }];
    await create(RBAC, 'clusterroles', { metadata: { name: 'part', labels }, rules });
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] };
    await create(RBAC, 'clusterroles', { metadata: { name: 'all' }, aggregationRule });
    await controllers.step();
    const all = await module.get(Stores).of(RBAC, 'clusterroles').get(systemContext(), 'all');
    expect(all).toMatchObject({ rules });
    expect(all.metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: name, operation: 'Apply', fieldsV1: { 'f:rules': {} } }),
    );
    await controllers.stop();
  });
});

describe('kinds of several plugins', () => {
  it('share the labels of their objects', async () => {
    const labels = { shared: 'labels' };
    await create(RBAC, 'clusterroles', { metadata: { name: 'labelled', labels } });
    await create('', 'namespaces', { metadata: { name: 'labelled', labels } });
    const kept = ['clusterroles', 'namespaces'].map((resource) => {
      return module.get(WatchCache).find(`/registry/${resource}/`)?.get(`/registry/${resource}/labelled`)?.labels;
    });
    expect(kept[0]).toEqual(labels);
    expect(kept[1]).toBe(kept[0]);
  });
});
