import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestServer, startTestServer } from '../../../src/testing/index.js';
import { PostPlugin } from '../../fixtures/plugins/parcel.plugin.js';
import { eventually } from '../../support/eventually.js';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const MAPS = '/api/v1/namespaces/default/configmaps';

describe('startTestServer({ thread: true })', () => {
  let server: TestServer;

  beforeAll(async () => {
    const plugins = [join(ROOT, 'dist', 'plugins', 'example', 'index.js')];
    server = await startTestServer({ thread: true, nodes: 1, clock: 'fake', plugins });
  });
  afterAll(() => server.close());
  afterEach(() => server.reset());

  it('answers while the event loop of the test is blocked', () => {
    const script = `
      const https = require('node:https');
      const [url, ca, token] = process.argv.slice(1);
      https.get(url + '/readyz', { ca, headers: { authorization: 'Bearer ' + token } }, (response) => response.pipe(process.stdout));`;
    const words = ['-e', script, server.url, server.certificateAuthority, server.token];
    expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('ok');
  });

  it('takes the same orders as one in the thread of the test', async () => {
    const snapshot = await server.snapshot();
    expect((await server.request('POST', MAPS, { body: { metadata: { name: 'a' } } })).status).toBe(201);
    expect(await server.requests.find({ verb: 'create' })).toMatchObject([{ resource: 'configmaps', code: 201 }]);
    const remove = await server.faults.add({ verb: 'get', resource: 'configmaps' }, { status: 500 });
    expect((await server.request('GET', `${MAPS}/a`)).status).toBe(500);
    await remove();
    await server.restore(snapshot);
    expect((await server.request('GET', `${MAPS}/a`)).status).toBe(404);
    await expect(server.restore({ id: 99 })).rejects.toThrow('this server has no such snapshot');
    await server.advance(1_000);
    expect(await server.now()).toBe(Date.UTC(2024, 0, 1, 0, 0, 1));
    expect(await server.nodes.add()).toEqual(['node-1']);
  });

  it('serves the kinds of plugins given by file', async () => {
    expect((await server.request('GET', '/apis/harbor.example.com/v1/berths')).status).toBe(200);
  });

  it.each([
    [{ plugins: [PostPlugin] }, 'classes cannot be given to a thread'],
    [{ logger: {} }, 'a thread has none'],
    [{ plugins: ['./missing.js'] }, 'there is no such file or folder'],
  ])('says which options a thread cannot have: %j', async (options, message) => {
    await expect(startTestServer({ thread: true, ...(options as object) })).rejects.toThrow(message);
  });
});

describe('the files of a test server', () => {
  it('go when its process is killed', async () => {
    const script = `
      import { startTestServer } from ${JSON.stringify(join(ROOT, 'dist', 'src', 'testing', 'index.js'))};
      const server = await startTestServer();
      process.stdout.write(server.kubeconfigPath);
      process.stdout.write('', () => process.kill(process.pid, 'SIGKILL'));`;
    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect([signal, stdout]).toEqual(['SIGKILL', expect.stringMatching(/admin\.kubeconfig$/)]);
    const folder = dirname(dirname(dirname(stdout)));
    await eventually(async () => expect(existsSync(folder)).toBe(false));
  });
});
