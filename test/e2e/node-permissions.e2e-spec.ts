import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { TestClient } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LIGHTS = '/apis/light.example.com/v1/lights';
const flags = process.allowedNodeEnvironmentFlags;

/** A plugin that tries what the server does not need. */
const CURIOUS = `
import { ApiGroupPlugin, ApiType, Field, ObjectMeta, defineKind } from 'binnacle/plugin-api';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const attempts = {
  read: () => readFileSync(process.env.OUTSIDE),
  write: () => writeFileSync(process.env.OUTSIDE, ''),
  overwrite: () => writeFileSync(import.meta.filename, ''),
  spawn: () => spawn(process.execPath, ['--version']),
  thread: () => new Worker('', { eval: true }),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try { attempt(); console.error(name, 'succeeded'); } catch ({ code }) { console.error(name, code); }
}
class Light {}
ApiType({ name: 'com.example.light.v1.Light' })(Light);
Field(1, ObjectMeta)(Light.prototype, 'metadata');
const versions = [{ name: 'v1', type: Light }];
const light = { kind: 'Light', plural: 'lights', namespaced: false, versions, storageVersion: 'v1', hasStatus: false };
export class LightPlugin {}
ApiGroupPlugin({ group: 'light.example.com', versions: ['v1'], kinds: [defineKind(light)] })(LightPlugin);
`;

// Node 20 has no such flag, and 26 another one for the network.
const describeWithPermissions = flags.has('--permission') ? describe : describe.skip;

describeWithPermissions('the built server under the permission model of Node.js', () => {
  let folder: string;
  let dataDir: string;

  beforeAll(async () => {
    // Grants are for paths without links.
    folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-permissions-')));
    dataDir = join(folder, 'data');
    for (const name of ['data', 'plugin']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'outside'), 'secret');
    await writeFile(join(dataDir, 'tokens.csv'), 'one,admin,1,"system:masters"\n');
    await writeFile(join(folder, 'plugin', 'package.json'), '{ "type": "module", "main": "index.js" }');
    await writeFile(join(folder, 'plugin', 'index.js'), CURIOUS);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function start(): Promise<BuiltServer> {
    const readable = [resolve('.'), join(folder, 'plugin'), dataDir].map((path) => `--allow-fs-read=${path}`);
    const network = flags.has('--allow-net') ? ['--allow-net'] : [];
    const nodeFlags = ['--permission', '--allow-addons', ...network, ...readable, `--allow-fs-write=${dataDir}`];
    const words = [`--plugins=${join(folder, 'plugin')}`, `--token-auth-file=${join(dataDir, 'tokens.csv')}`];
    const environment = { OUTSIDE: join(folder, 'outside') };
    const standardError = openSync(join(folder, 'log'), 'w');
    const settings = { dataDir, nodeFlags, environment, standardError };
    return startBuiltServer(words, settings).finally(() => closeSync(standardError));
  }

  async function withServer(use: (client: TestClient) => Promise<void>): Promise<void> {
    const server = await start();
    try {
      const client = new TestClient({
        url: server.url,
        ca: await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8'),
        token: 'one',
      });
      await use(client);
      client.close();
    } finally {
      expect(await server.stop()).toBe(0);
    }
  }

  it('makes its certificates and store, and serves built-in kinds and those of a plugin', async () => {
    await withServer(async (client) => {
      expect((await client.post(MAPS, { metadata: { name: 'kept' }, data: { a: '1' } })).status).toBe(201);
      expect((await client.post(LIGHTS, { metadata: { name: 'kept' } })).status).toBe(201);
    });
  });

  it('denies a plugin other files, processes and threads', async () => {
    await withServer(() => Promise.resolve());
    const denied = ['read', 'write', 'overwrite', 'spawn', 'thread'].map((name) => `${name} ERR_ACCESS_DENIED`);
    const lines = (await readFile(join(folder, 'log'), 'utf8')).split('\n');
    expect(lines.filter((line) => /^(read|write|overwrite|spawn|thread) /.test(line))).toEqual(denied);
    expect(await readFile(join(folder, 'outside'), 'utf8')).toBe('secret');
  });

  it('starts again on its store', async () => {
    await withServer(async (client) => {
      expect((await client.get(`${MAPS}/kept`)).body.data).toEqual({ a: '1' });
      await eventually(async () => expect((await client.get(`${LIGHTS}/kept`)).status).toBe(200));
    });
  });
});
