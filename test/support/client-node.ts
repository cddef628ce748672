import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { type BuiltServer, startBuiltServer } from './built-server.js';

/** A built server, and the JavaScript client of its administrator. */
export interface ClientNode {
  readonly server: BuiltServer;
  readonly config: KubeConfig;
  readonly core: CoreV1Api;
}

/** Starts a server with a namespace to work in. */
export async function startWithClientNode(namespace: string): Promise<ClientNode> {
  const server = await startBuiltServer();
  const config = new KubeConfig();
  config.loadFromFile(server.kubeconfigPath);
  const core = config.makeApiClient(CoreV1Api);
  await core.createNamespace({ body: { metadata: { name: namespace } } });
  return { server, config, core };
}
