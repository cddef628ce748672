import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BuiltServer, startBuiltServer } from './built-server.js';
import { eventually } from './eventually.js';

const run = promisify(execFile);

/** Times of elections that suit a test. */
const FAST_ELECTION = [
  '--leader-elect-lease-duration=3s',
  '--leader-elect-renew-deadline=2s',
  '--leader-elect-retry-period=500ms',
];

async function kubectl({ kubeconfigPath }: BuiltServer, ...words: string[]): Promise<string> {
  const { stdout } = await run('kubectl', [`--kubeconfig=${kubeconfigPath}`, ...words]);
  return stdout;
}

/** The server that runs the controllers, as another one knows it. */
function leaderOf(server: BuiltServer): Promise<string> {
  const lease = ['lease', '-n', 'kube-system', 'binnacle-controllers'];
  return kubectl(server, 'get', ...lease, '-o', 'jsonpath={.spec.holderIdentity}');
}

/** Starts two servers over one store, kills the leader, and expects the other to continue with the controllers. */
export async function expectTakeover(storeFlags: readonly string[]): Promise<void> {
  const flags = [...storeFlags, ...FAST_ELECTION];
  const first = await startBuiltServer(flags);
  const second = await startBuiltServer(flags);
  try {
    const killed = await eventually(() => leaderOf(second));
    await first.kill();
    await eventually(async () => {
      const now = await leaderOf(second);
      expect([now === '', now === killed]).toEqual([false, false]);
    });
    await kubectl(second, 'create', 'namespace', 'taken-over');
    await eventually(() => kubectl(second, 'get', 'configmap', '-n', 'taken-over', 'kube-root-ca.crt'));
    await kubectl(second, 'delete', 'namespace', 'taken-over', '--timeout=80s');
  } finally {
    await first.stop();
    await second.stop();
  }
}
