import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { hasProgram, skipAloud } from '../support/kubernetes-programs.js';

const PROGRAM = 'kube-controller-manager';
const NAMESPACES = 20;
const run = promisify(execFile);

/** Without kube-controller-manager in the PATH it is skipped, and says so. */
const describeWithControllers = hasProgram(PROGRAM) ? describe : skipAloud(PROGRAM);

describeWithControllers('kube-controller-manager', () => {
  let server: BuiltServer;
  let directory: string;
  let controllers: ChildProcess;

  const kubectl = async (...words: string[]): Promise<string> =>
    (await run('kubectl', [`--kubeconfig=${server.kubeconfigPath}`, ...words])).stdout;
  const startControllers = async (): Promise<void> => {
    const kubeconfig = join(directory, 'controllers.kubeconfig');
    const program = [resolve('dist/src/main.js'), 'kubeconfig', `--data-dir=${directory}`, `--out=${kubeconfig}`];
    await run(process.execPath, [...program, '--user', `system:${PROGRAM}`]);
    const own = (name: string): string => join(directory, 'certs', name);
    const flags = [
      `--kubeconfig=${kubeconfig}`,
      '--use-service-account-credentials',
      `--service-account-private-key-file=${own('sa.key')}`,
      `--root-ca-file=${own('ca.crt')}`,
      '--bind-address=127.0.0.1',
      '--secure-port=0',
    ];
    controllers = spawn(PROGRAM, flags, { stdio: 'ignore', cwd: directory });
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-controllers-'));
    server = await startBuiltServer(['--controllers=-*'], { dataDir: directory });
    await startControllers();
    await eventually(() => kubectl('get', 'serviceaccount', 'default'));
  });
  afterAll(async () => {
    const ended = once(controllers, 'exit');
    controllers.kill('SIGTERM');
    await ended;
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('makes pods of a deployment, and its garbage collector removes them with it', async () => {
    await kubectl('create', 'deployment', 'web', '--image=nginx', '--replicas=3');
    const pods = async (): Promise<string[]> =>
      (await kubectl('get', 'pods', '-l', 'app=web', '-o', 'name')).split('\n').filter(Boolean);
    await eventually(async () => expect(await pods()).toHaveLength(3));
    await kubectl('delete', 'deployment', 'web');
    await eventually(async () => expect(await pods()).toEqual([]));
    expect(await kubectl('get', 'replicasets', '-o', 'name')).toBe('');
  });

  it('deletes many namespaces with their content at once, while the server answers', async () => {
    const names = Array.from({ length: NAMESPACES }, (_, i) => `busy-${i}`);
    for (const name of names) {
      await kubectl('create', 'namespace', name);
      await kubectl('create', 'deployment', 'web', '-n', name, '--image=nginx', '--replicas=2');
    }
    await kubectl('delete', 'namespace', ...names, '--timeout=90s');
    expect(await kubectl('get', 'namespaces', '-o', 'name')).not.toContain('busy-');
    expect(await kubectl('get', '--raw', '/readyz')).toBe('ok');
  });

  it('counts what a quota limits', async () => {
    await kubectl('create', 'quota', 'few', '--hard=configmaps=9');
    await kubectl('create', 'configmap', 'one');
    await eventually(async () => {
      const used = await kubectl('get', 'quota', 'few', '-o', 'jsonpath={.status.used.configmaps}');
      expect(used).toBe('2');
    });
  });
});
