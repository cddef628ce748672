import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type ResourceKind, connect } from '../../src/client/index.js';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { filesLoadedBy, sourcesOf } from '../support/loaded-sources.js';
import { itWithKubectl } from '../support/kubectl.js';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const ENTRY = join(DIST, 'src', 'client', 'index.js');
/** Found on the path. */
const KUBECTL = 'kubectl';
const NAMESPACES: ResourceKind = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  scope: 'Cluster',
};

describe('the client of the package', () => {
  let server: BuiltServer;
  let directory: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startBuiltServer();
    directory = await mkdtemp(join(tmpdir(), 'binnacle-client-'));
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('does not load the server', async () => {
    const program = ['--input-type=module', '--eval', `await import(${JSON.stringify(pathToFileURL(ENTRY).href)})`];
    const files = await filesLoadedBy(directory, (flags) => execFileSync(process.execPath, [...flags, ...program]));
    const sources = sourcesOf(files);
    expect(sources.some((source) => source.endsWith('src/client/client.ts'))).toBe(true);
    const foreign =
      /node_modules\/(@nestjs|fastify|typeorm|rxjs|class-validator|protobufjs)\/|src\/(registry|storage|server|endpoints|plugin-api)\//;
    expect(sources.filter((source) => foreign.test(source))).toEqual([]);
    const own = files.filter((file) => file.startsWith(DIST));
    // The tables of all gates that any release has had are a part of it.
    expect(own.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(620 * 1024);
  });

  itWithKubectl('takes the kubeconfig that kubectl writes', async () => {
    const path = join(directory, 'written');
    const from = readFileSync(server.kubeconfigPath, 'utf8');
    await writeFile(path, from);
    const kubectl = (...words: string[]): string =>
      execFileSync(KUBECTL, ['--kubeconfig', path, ...words], { encoding: 'utf8' });
    const context = kubectl('config', 'current-context').trim();
    kubectl('config', 'set-context', context, '--namespace=elsewhere');
    kubectl('config', 'set-credentials', 'other', '--token=wrong');
    await writeFile(path, kubectl('config', 'view', '--raw', '--flatten'));
    const client = await connect({ kubeconfig: path });
    expect((await client.of(NAMESPACES).list()).items.length).toBeGreaterThan(3);
    kubectl('config', 'set-context', context, '--user=other');
    const refused = await connect({ kubeconfig: path });
    await expect(refused.of(NAMESPACES).list()).rejects.toMatchObject({ code: 401 });
    await Promise.all([client.close(), refused.close()]);
  });

  itWithKubectl('takes credentials of an exec plugin', async () => {
    const token = join(directory, 'bin', 'print-token');
    await mkdir(dirname(token));
    const created = execFileSync(KUBECTL, ['--kubeconfig', server.kubeconfigPath, 'create', 'token', 'default'], {
      encoding: 'utf8',
    });
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: created.trim() },
    };
    await writeFile(token, `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`);
    await chmod(token, 0o755);
    const path = join(directory, 'exec');
    await writeFile(path, readFileSync(server.kubeconfigPath));
    const kubectl = (...words: string[]): void =>
      void execFileSync(KUBECTL, ['--kubeconfig', path, 'config', ...words]);
    kubectl(
      'set-credentials',
      'exec',
      '--exec-api-version=client.authentication.k8s.io/v1',
      `--exec-command=${token}`,
      '--exec-interactive-mode=Never',
    );
    kubectl('set-context', '--current', '--user=exec');
    const client = await connect({ kubeconfig: path });
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {} };
    const request = {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body: review,
    } as const;
    const answer = await client.request(request);
    expect(answer).toMatchObject({ status: { userInfo: { username: 'system:serviceaccount:default:default' } } });
    await client.close();
  });

  it('elects another leader when the leader is killed', async () => {
    const script = join(directory, 'candidate.mjs');
    await writeFile(
      script,
      `import { LeaderElector, connect } from ${JSON.stringify(pathToFileURL(ENTRY).href)};
      const client = await connect({ kubeconfig: ${JSON.stringify(server.kubeconfigPath)} });
      const lead = (signal) => {
        console.log('leads');
        return new Promise((resolve) => signal.addEventListener('abort', resolve));
      };
      const durations = { leaseDuration: 2000, renewDeadline: 1500, retryPeriod: 300 };
      setInterval(() => {}, 1000);
      const settings = { namespace: 'default', name: 'tide', identity: process.argv[2], lead, ...durations };
      await new LeaderElector(client, settings).run(new AbortController().signal);`,
    );
    const start = (identity: string) => {
      const child = spawn(process.execPath, [script, identity], { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    };
    const one = start('one');
    expect((await one.lines.next()).value).toBe('leads');
    const other = start('other');
    let hasChanged = false;
    const leads = other.lines.next().then((line) => {
      hasChanged = true;
      return line;
    });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(hasChanged).toBe(false);
    one.child.kill('SIGKILL');
    const killed = Date.now();
    expect((await leads).value).toBe('leads');
    expect(Date.now() - killed).toBeLessThan(30_000);
    const leases: ResourceKind = {
      group: 'coordination.k8s.io',
      version: 'v1',
      kind: 'Lease',
      resource: 'leases',
      scope: 'Namespaced',
    };
    const client = await connect({ kubeconfig: server.kubeconfigPath });
    const lease = await client.of(leases).namespace('default').get('tide');
    expect(lease).toMatchObject({ spec: { holderIdentity: 'other', leaseTransitions: 1 } });
    await client.close();
  });
});
