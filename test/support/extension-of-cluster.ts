import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarborPlugin } from '../../plugins/example/index.js';
import { parseYaml } from '../../src/codecs/yaml/index.js';
import { writeManifests } from '../../src/commands/manifests/write-manifests.js';
import { startApiServer } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import type { ApiServer, StartApiServerOptions } from '../../src/index.js';
import { API_SERVICES } from './fake-extension-server.js';
import { eventually } from './eventually.js';
import { kubeconfigOf } from './fake-webhook.js';
import { type TestServer, type TestServerOptions, startTestServer } from './start-test-server.js';
import type { Json } from './test-client.js';

/** The group of the example plugin. */
export const GROUP = 'harbor.example.com';
/** The berths of a namespace. */
export const berthsIn = (namespace: string): string => `/apis/${GROUP}/v1/namespaces/${namespace}/berths`;

/** A berth of the example plugin. */
export const berth = (name: string, metadata: object = {}): Json => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Berth',
  metadata: { name, ...metadata },
  spec: { size: { lengthMeters: 100 } },
});

const NAMESPACE = 'harbor-system';
const NAME = 'harbor';
const PATHS: Readonly<Record<string, string>> = {
  Namespace: '/api/v1/namespaces',
  ServiceAccount: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`,
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings',
  APIService: API_SERVICES,
};

/** The objects that `binnacle manifests` writes for the example plugin. */
export async function harborManifests(...more: string[]): Promise<Json[]> {
  let text = '';
  const words = ['--plugins=harbor.js', '--image=harbor:1', ...more];
  const output = { out: { write: (part: string) => (text += part) }, err: { write: () => {} } };
  await writeManifests(words, output, () => Promise.resolve([HarborPlugin]));
  return text.split('---\n').map((document) => parseYaml(document).value as Json);
}

/** Registers the account and rights of the server in a cluster, as the manifests say. */
export async function grantRights({ client }: TestServer): Promise<void> {
  for (const object of await harborManifests()) {
    const path = object.kind === 'APIService' ? undefined : PATHS[object.kind as string];
    if (path === undefined) continue;
    const { status, text } = await client.post(path, object);
    if (status !== 201) throw new Error(text);
  }
}

/** Registers the APIServices of a server that listens on a port of this machine, as the manifests say. */
export async function register({ client }: TestServer, url: string): Promise<void> {
  const port = Number(new URL(url).port);
  const service = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
  await client.post(`/api/v1/namespaces/${NAMESPACE}/services`, { metadata: { name: NAME }, spec: service });
  for (const object of await harborManifests()) {
    if (object.kind !== 'APIService') continue;
    object.spec.service.port = port;
    const { status, text } = await client.post(API_SERVICES, object);
    if (status !== 201) throw new Error(text);
  }
}

/** Waits until requests for berths are forwarded. */
export async function untilForwarded({ client }: TestServer): Promise<void> {
  let asked = 0;
  await eventually(async () => {
    const { status, text } = await client.get(`/apis/${GROUP}/v1/berths`);
    if (status === 200) return;
    // A changed APIService is checked at once.
    const annotations = { 'example.com/asked': String(++asked) };
    await client.patch(`${API_SERVICES}/v1.${GROUP}`, 'merge-patch', { metadata: { annotations } });
    throw new Error(text);
  });
}

/** A file with a kubeconfig for the account of the server; `remove` takes its directory away. */
export async function accountKubeconfig({ client, url, certificateAuthority }: TestServer) {
  const path = `${PATHS.ServiceAccount}/${NAME}/token`;
  const { body } = await client.post(path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-account-'));
  const file = join(directory, 'kubeconfig');
  const cluster = { 'certificate-authority-data': Buffer.from(certificateAuthority).toString('base64') };
  await writeFile(file, kubeconfigOf(url, { cluster, user: { token: body.status.token as string } }));
  return { path: file, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** A cluster's server, and an extension server behind it. */
export interface ExtendedCluster {
  readonly front: TestServer;
  readonly extension: ApiServer;
  readonly account: Awaited<ReturnType<typeof accountKubeconfig>>;
  close(): Promise<void>;
}

/** Starts both, registers the one with the other, and waits until requests are forwarded. */
export async function startExtendedCluster(
  options?: TestServerOptions,
  ofExtension?: StartApiServerOptions,
): Promise<ExtendedCluster> {
  const front = await startTestServer(options);
  await grantRights(front);
  const account = await accountKubeconfig(front);
  const extension = await startExtension(account.path, ofExtension);
  await register(front, extension.url);
  await untilForwarded(front);
  const close = async (): Promise<void> => {
    await extension.close();
    await front.close();
    await account.remove();
  };
  return { front, extension, account, close };
}

/** Starts an extension server of a cluster with the example plugin; resolves when it is ready. */
export function startExtension(kubeconfig: string, options: StartApiServerOptions = {}) {
  return startApiServer({
    logger: createLogger({ isEnabled: false }),
    plugins: [HarborPlugin],
    ...options,
    cluster: { isExtension: true, kubeconfig, publishesAuthority: true, ...options.cluster },
    serving: { externalHostname: `${NAME}.${NAMESPACE}.svc`, ...options.serving },
  });
}
