import { type ApiServerOptions, OptionsError } from '../../options/index.js';
import type { ConnectionSource } from '../connection.js';
import { type KubeconfigParts, KubeconfigSource } from '../kubeconfig/kubeconfig-source.js';

/** How an extension server reaches its cluster. */
export interface ClusterConnections {
  /** For the objects of the cluster. */
  readonly core: ConnectionSource;
  /** For reviews of tokens, and for what is said of client certificates. */
  readonly authentication: ConnectionSource;
  /** For access reviews. */
  readonly authorization: ConnectionSource;
}

/**
 * Opens the connections of an extension server; undefined for any other server. Where no kubeconfig is given for
 * authentication or authorization, that of the cluster is used, and the service account of the pod without any. Throws
 * OptionsError.
 */
export async function openClusterConnections(
  { cluster }: Pick<ApiServerOptions, 'cluster'>,
  parts: KubeconfigParts,
): Promise<ClusterConnections | undefined> {
  if (!cluster.isExtension) return undefined;
  const { kubeconfig, authenticationKubeconfig, authorizationKubeconfig } = cluster;
  const core = await open('--kubeconfig', kubeconfig, parts);
  const other = (option: string, path: string): Promise<ConnectionSource> =>
    path === '' || path === kubeconfig ? Promise.resolve(core) : open(option, path, parts);
  return {
    core,
    authentication: await other('--authentication-kubeconfig', authenticationKubeconfig),
    authorization: await other('--authorization-kubeconfig', authorizationKubeconfig),
  };
}

async function open(option: string, path: string, parts: KubeconfigParts): Promise<ConnectionSource> {
  try {
    return await (path === '' ? KubeconfigSource.inCluster(parts) : KubeconfigSource.open(path, parts));
  } catch (error) {
    const place = path === '' ? '' : `${path}: `;
    const message = `${place}${(error as Error).message.split('\n')[0]}`;
    throw new OptionsError([{ option, message, remedy: 'Give a kubeconfig that leads to the cluster.' }]);
  }
}
