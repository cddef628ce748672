import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { eventually } from '../support/eventually.js';

const run = promisify(execFile);

async function kubectl({ kubeconfigPath }: BuiltServer, ...words: string[]): Promise<string> {
  const { stdout } = await run('kubectl', [`--kubeconfig=${kubeconfigPath}`, ...words]);
  return stdout;
}

describeWithPostgres('two servers on one PostgreSQL', () => {
  let postgres: PostgresProcess;
  let servers: BuiltServer[];

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    const flags = [
      '--storage-backend=postgres',
      `--postgres-url=${postgres.url}`,
      '--leader-elect-lease-duration=3s',
      '--leader-elect-renew-deadline=2s',
      '--leader-elect-retry-period=500ms',
    ];
    servers = [await startBuiltServer(flags), await startBuiltServer(flags)];
  }, 60_000);

  afterAll(async () => {
    await servers[1].stop();
    await postgres.remove();
  });

  const holder = (server: BuiltServer): Promise<string> =>
    kubectl(
      server,
      'get',
      'lease',
      '-n',
      'kube-system',
      'binnacle-controllers',
      '-o',
      'jsonpath={.spec.holderIdentity}',
    );

  it('go on with the controllers of the cluster when the leader is killed', async () => {
    const [first, second] = servers;
    const killed = await eventually(() => holder(second));
    await first.kill();
    await eventually(async () => {
      const now = await holder(second);
      expect([now === '', now === killed]).toEqual([false, false]);
    });
    await kubectl(second, 'create', 'namespace', 'taken-over');
    await eventually(() => kubectl(second, 'get', 'configmap', '-n', 'taken-over', 'kube-root-ca.crt'));
    await kubectl(second, 'delete', 'namespace', 'taken-over', '--timeout=20s');
  }, 60_000);
});
