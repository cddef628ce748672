// The program of client-node.mjs: what users of the JavaScript client do, against the server of a kubeconfig. The package is given as
// its folder: node client-node-program.mjs FOLDER KUBECONFIG RELEASE
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

const [folder, kubeconfig, release] = process.argv.slice(2);
const entry = createRequire(join(folder, 'package.json')).resolve('@kubernetes/client-node');
const client = await import(pathToFileURL(entry).href);
const { AppsV1Api, CoreV1Api, KubeConfig, KubernetesObjectApi, PatchStrategy, VersionApi, makeInformer } = client;

const NAMESPACE = 'client-node';
/** Events arrive within milliseconds; a busy machine is slow. */
const PATIENCE_MS = 20_000;

const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const core = config.makeApiClient(CoreV1Api);
const apps = config.makeApiClient(AppsV1Api);
const named = { namespace: NAMESPACE, name: 'a' };

assert.equal((await config.makeApiClient(VersionApi).getCode()).minor, release.split('.')[1]);
await core.createNamespace({ body: { metadata: { name: NAMESPACE } } });

const seen = [];
const list = () => core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'own=yes' });
const informer = makeInformer(config, `/api/v1/namespaces/${NAMESPACE}/configmaps`, list, 'own=yes');
for (const event of ['add', 'update', 'delete'])
  informer.on(event, ({ metadata }) => seen.push(`${event} ${metadata.name}`));
await informer.start();

const metadata = { name: 'a', labels: { own: 'yes' } };
const made = await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata, data: { made: '1' } } });
assert.ok(made.metadata.creationTimestamp instanceof Date);
await core.patchNamespacedConfigMap(
  { ...named, body: { data: { merged: '2' } } },
  client.setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
);
await core.patchNamespacedConfigMap(
  { ...named, fieldManager: 'me', body: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { applied: '3' } } },
  client.setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
);
assert.deepEqual((await core.readNamespacedConfigMap(named)).data, { made: '1', merged: '2', applied: '3' });
await core.deleteNamespacedConfigMap(named);
await assert.rejects(core.readNamespacedConfigMap(named), ({ code }) => code === 404);
const expected = ['add a', 'update a', 'update a', 'delete a'];
for (const end = performance.now() + PATIENCE_MS; seen.length < expected.length && performance.now() < end;)
  await delay(20);
assert.deepEqual(seen, expected);
await informer.stop();

const containers = [{ name: 'web', image: 'web:1' }];
const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template };
await apps.createNamespacedDeployment({ namespace: NAMESPACE, body: { metadata: { name: 'web' }, spec } });
assert.equal((await apps.readNamespacedDeploymentScale({ namespace: NAMESPACE, name: 'web' })).spec.replicas, 2);
await core.createNamespacedPod({ namespace: NAMESPACE, body: { metadata: { name: 'web' }, spec: { containers } } });
const eviction = { namespace: NAMESPACE, name: 'web', body: { metadata: { name: 'web' } } };
await core.createNamespacedPodEviction(eviction);

const objects = KubernetesObjectApi.makeApiClient(config);
await objects.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: NAMESPACE } });
assert.ok((await objects.list('v1', 'ConfigMap', NAMESPACE)).items.some((each) => each.metadata.name === 'b'));
console.log('done');
process.exit(0);
