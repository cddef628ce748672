import {
  ADD,
  type ApiException,
  AppsV1Api,
  type CoreV1Api,
  DELETE,
  type Informer,
  type KubeConfig,
  type KubernetesObject,
  type ObjectCache,
  PatchStrategy,
  UPDATE,
  type V1ConfigMap,
  Watch,
  makeInformer,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { once } from 'node:events';
import type { BuiltServer } from '../support/built-server.js';
import { startWithClientNode } from '../support/client-node.js';
import { eventually } from '../support/storage-recorder.js';

const NAMESPACE = 'client';

let server: BuiltServer;
let config: KubeConfig;
let core: CoreV1Api;

beforeAll(async () => {
  ({ server, config, core } = await startWithClientNode(NAMESPACE));
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const create = (name: string, data: Record<string, string> = {}): Promise<V1ConfigMap> =>
  core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name, labels: { own: 'yes' } }, data } });

const patch = (name: string, data: Record<string, string>): Promise<V1ConfigMap> =>
  core.patchNamespacedConfigMap(
    { namespace: NAMESPACE, name, body: { data } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );

const remove = (name: string): Promise<unknown> => core.deleteNamespacedConfigMap({ namespace: NAMESPACE, name });

describe('CoreV1Api', () => {
  it('creates, reads, replaces, patches, lists and deletes', async () => {
    const created = await create('crud', { a: '1' });
    expect(created.metadata).toMatchObject({ name: 'crud', namespace: NAMESPACE, creationTimestamp: expect.any(Date) });
    const replaced = await core.replaceNamespacedConfigMap({
      namespace: NAMESPACE,
      name: 'crud',
      body: { ...created, data: { a: '2' } },
    });
    expect(replaced.data).toEqual({ a: '2' });
    expect((await patch('crud', { b: '3' })).data).toEqual({ a: '2', b: '3' });
    const list = await core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'own=yes' });
    expect(list.items.map(({ metadata }) => metadata?.name)).toEqual(['crud']);
    await remove('crud');
    const error = await core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'crud' }).then(
      () => undefined,
      (reason: unknown) => reason as ApiException<string>,
    );
    expect(error?.code).toBe(404);
    expect(JSON.parse(error!.body)).toMatchObject({ kind: 'Status', reason: 'NotFound' });
  });

  it('answers Conflict to a writer that is late', async () => {
    const created = await create('contested', { a: '1' });
    await patch('contested', { a: '2' });
    const late = core.replaceNamespacedConfigMap({ namespace: NAMESPACE, name: 'contested', body: created });
    await expect(late).rejects.toMatchObject({ code: 409 });
    await remove('contested');
  });

  it('works with types of other groups, and their scale', async () => {
    const apps = config.makeApiClient(AppsV1Api);
    const labels = { app: 'typed' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:1' }] } };
    const body = { metadata: { name: 'typed' }, spec: { selector: { matchLabels: labels }, template } };
    const made = await apps.createNamespacedDeployment({ namespace: NAMESPACE, body });
    expect(made.spec).toMatchObject({ replicas: 1, strategy: { type: 'RollingUpdate' } });
    const scale = await apps.readNamespacedDeploymentScale({ namespace: NAMESPACE, name: 'typed' });
    await apps.replaceNamespacedDeploymentScale({
      namespace: NAMESPACE,
      name: 'typed',
      body: { ...scale, spec: { replicas: 4 } },
    });
    expect((await apps.readNamespacedDeployment({ namespace: NAMESPACE, name: 'typed' })).spec?.replicas).toBe(4);
  });
});

describe('makeInformer()', () => {
  let informer: Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>;
  let seen: string[];

  beforeEach(async () => {
    await create('first', { a: '1' });
    const path = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
    const list = () => core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'own=yes' });
    informer = makeInformer(config, path, list, 'own=yes');
    seen = [];
    const note = (verb: string) => (object: KubernetesObject) => void seen.push(`${verb} ${object.metadata?.name}`);
    informer.on(ADD, note('add'));
    informer.on(UPDATE, note('update'));
    informer.on(DELETE, note('delete'));
    await informer.start();
  });

  afterEach(async () => {
    await informer.stop();
    await core.deleteCollectionNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'own=yes' });
  });

  it('sees what is added, updated and deleted, and keeps a copy', async () => {
    await create('second');
    await patch('first', { a: '2' });
    await remove('second');
    await eventually(() => seen.length >= 4, 'four changes');
    expect(seen).toEqual(['add first', 'add second', 'update first', 'delete second']);
    expect(informer.list(NAMESPACE).map(({ metadata, data }) => [metadata?.name, data])).toEqual([
      ['first', { a: '2' }],
    ]);
    expect(informer.get('second', NAMESPACE)).toBeUndefined();
  });
});

describe('Watch', () => {
  /** Watches from a version until so many changes have come; answers them, and the version of the last. */
  async function follow(resourceVersion: string, count: number): Promise<{ lines: string[]; last: string }> {
    const lines: string[] = [];
    let last = resourceVersion;
    const done = new AbortController();
    const ended = once(done.signal, 'abort');
    const call = await new Watch(config).watch(
      `/api/v1/namespaces/${NAMESPACE}/configmaps`,
      { resourceVersion, labelSelector: 'own=yes' },
      (type: string, object: V1ConfigMap) => {
        lines.push(`${type} ${object.metadata?.name}`);
        last = object.metadata!.resourceVersion!;
        if (lines.length === count) done.abort();
      },
      () => done.abort(),
    );
    await ended;
    call.abort();
    return { lines, last };
  }

  it('goes on where it has left off, and misses nothing in between', async () => {
    const { metadata } = await core.listNamespacedConfigMap({ namespace: NAMESPACE });
    await create('a');
    await create('b');
    const first = await follow(metadata!.resourceVersion!, 2);
    await patch('a', { changed: 'yes' });
    await remove('b');
    await create('c');
    const second = await follow(first.last, 3);
    expect(first.lines).toEqual(['ADDED a', 'ADDED b']);
    expect(second.lines).toEqual(['MODIFIED a', 'DELETED b', 'ADDED c']);
  });
});
