import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from './built-server.js';
import { FakeKubelet, makeKubeletCertificates } from './fake-kubelet.js';
import { Kubectl } from './kubectl.js';

/** A server with the node `n`, whose kubelet is fake, and the running pod `p` on it, with one container `c`. */
export interface KubectlNode {
  /** A directory of its own. */
  readonly directory: string;
  readonly server: BuiltServer;
  readonly kubelet: FakeKubelet;
  readonly kubectl: Kubectl;
  close(): Promise<void>;
}

/** Starts all of it. */
export async function startKubectlNode(): Promise<KubectlNode> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
  const kubelet = await FakeKubelet.start(await makeKubeletCertificates());
  const server = await startBuiltServer(['--disable-admission-plugins=ServiceAccount', '--controllers=-*']);
  const kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
  const list = { apiVersion: 'v1', kind: 'List', items: [nodeAt(kubelet.port), POD] };
  await kubectl.ok('create -f -', { input: JSON.stringify(list) });
  await kubectl.ok('patch pod p --subresource=status -p {"status":{"phase":"Running"}}');
  const close = async (): Promise<void> => {
    const code = await server.stop();
    await kubelet.close();
    await rm(directory, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the server ended with ${code}`);
  };
  return { directory, server, kubelet, kubectl, close };
}

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i:1', stdin: true }] },
};

function nodeAt(port: number): object {
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status };
}
