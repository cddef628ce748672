import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';

const run = promisify(execFile);

let dataDir: string;
let server: BuiltServer;

const start = (...flags: string[]): Promise<BuiltServer> => startBuiltServer(flags, { command: 'up', dataDir });

async function kubectl(...words: string[]): Promise<string> {
  const { stdout } = await run('kubectl', [`--kubeconfig=${server.kubeconfigPath}`, ...words]);
  return stdout;
}

const nodes = async (): Promise<string[]> => (await kubectl('get', 'nodes', '-o', 'name')).trim().split('\n');

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'binnacle-up-'));
  server = await start('--nodes=2');
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('binnacle up', () => {
  it('runs workloads on fake nodes', async () => {
    await kubectl('create', 'deployment', 'web', '--image=web', '--replicas=3');
    expect(await kubectl('rollout', 'status', 'deployment/web', '--timeout=80s')).toContain('successfully rolled out');
    await kubectl('create', 'job', 'once', '--image=once');
    await kubectl('wait', '--for=condition=complete', 'job/once', '--timeout=80s');
    expect(await nodes()).toEqual(['node/node-0', 'node/node-1']);
  });

  it('has the same store and nodes after the next start', async () => {
    await server.stop();
    server = await start('--nodes', '3');
    // It listens before it is ready, and the nodes join after that.
    await eventually(async () => expect(await nodes()).toEqual(['node/node-0', 'node/node-1', 'node/node-2']));
    expect(await kubectl('get', 'deployment', 'web', '-o', 'jsonpath={.status.readyReplicas}')).toBe('3');
  });

  it.each([['--nodes=x'], ['--nodes'], ['--nodes=-1'], ['--nodes=10001']])('refuses %s', async (flag) => {
    await expect(startBuiltServer([flag], { command: 'up' })).rejects.toThrow();
  });
});
