import { createLogger } from '../../src/observability/index.js';
import { MistypedPilotagePlugin, PilotagePlugin, calls } from '../fixtures/plugins/pilotage.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [PilotagePlugin], controllers: 'stepped' });
});

afterAll(() => server.close());

beforeEach(() => void calls.splice(0));

const create = (name: string, query = ''): Promise<TestAnswer> =>
  server.client.post(`${PATH}${query}`, { metadata: { name }, data: { v: '1' } });

const remove = (name: string, query = ''): Promise<TestAnswer> => server.request('DELETE', `${PATH}/${name}${query}`);

describe('a hook on writes of another plugin', () => {
  it('is called with what will be stored, and its effect is committed afterwards', async () => {
    expect((await create('ship')).status).toBe(201);
    await server.request('PATCH', `${PATH}/ship`, { headers: MERGE, body: { data: { v: '2' } } });
    expect((await remove('ship')).status).toBe(200);
    expect(calls).toEqual([
      ...['CREATE ship >1', 'commit CREATE ship'],
      ...['UPDATE ship 1>2', 'commit UPDATE ship'],
      ...['DELETE ship 2>', 'commit DELETE ship'],
    ]);
  });

  it('refuses a write', async () => {
    const { status, body } = await create('refused');
    expect([status, body.message]).toEqual([400, 'no pilot']);
    expect(calls).toEqual(['CREATE refused >1']);
  });

  it('has its effect undone where a later one refuses, or the store does', async () => {
    expect((await create('late')).status).toBe(400);
    expect(calls.splice(0)).toEqual(['CREATE late >1', 'undo CREATE late']);
    await create('twice');
    calls.splice(0);
    expect((await create('twice')).status).toBe(409);
    expect(calls).toEqual(['CREATE twice >1', 'undo CREATE twice']);
  });

  it('looks at the writes of a key one after another, each with those before it stored', async () => {
    const moor = async (name: string, most: number, query = ''): Promise<number> => {
      const secret = { metadata: { name, labels: { most: String(most) } } };
      return (await server.client.post(`/api/v1/namespaces/default/secrets${query}`, secret)).status;
    };
    const names = Array.from({ length: 10 }, (_, i) => `mooring-${i}`);
    const statuses = await Promise.all(
      names.flatMap((name) => [
        moor(name, 3),
        moor(name, 3),
        moor(`trial-${name}`, 3, '?dryRun=All'),
        moor(`${name}-b`, 4),
      ]),
    );
    const stored = (most: number): number =>
      statuses.filter((status, i) => (i % 4 === 3) === (most === 4) && i % 4 !== 2 && status === 201).length;
    expect([stored(3), stored(4)]).toEqual([3, 4]);
    expect(new Set(statuses)).toEqual(new Set([201, 400, 409]));
    expect(await moor('later', 5)).toBe(201);
    const { status } = await server.request('DELETE', '/api/v1/namespaces/default/secrets?labelSelector=most=4');
    expect(status).toBe(200);
    expect(await moor('at-last', 4)).toBe(201);
  });

  it('takes nothing on dry runs', async () => {
    await create('trial', '?dryRun=All');
    await create('kept');
    calls.splice(0);
    await remove('kept', '?dryRun=All');
    expect(calls).toEqual(['DELETE kept 1> (dry run)']);
  });

  it('leaves the object stored where its commit fails', async () => {
    expect((await create('broken')).status).toBe(201);
    expect((await server.client.get(`${PATH}/broken`)).status).toBe(200);
  });

  it('has a deletion undone that changes nothing, as the object is being deleted already', async () => {
    await server.client.post(PATH, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    await remove('held');
    calls.splice(0);
    await remove('held');
    expect(calls).toEqual(['DELETE held >', 'undo DELETE held']);
  });

  it('is called for each object of a collection', async () => {
    await create('one');
    await create('two');
    calls.splice(0);
    await server.request('DELETE', `${PATH}?fieldSelector=metadata.name!=held`);
    expect(calls).toEqual(expect.arrayContaining(['commit DELETE one', 'commit DELETE two']));
  });

  it('is called for the status where it names that', async () => {
    const body = { metadata: { labels: { a: 'b' } } };
    await server.request('PATCH', '/api/v1/namespaces/default', { headers: MERGE, body });
    expect(calls).toEqual([]);
    await server.request('PATCH', '/api/v1/namespaces/default/status', { headers: MERGE, body });
    expect(calls).toEqual(['UPDATE default >', 'commit UPDATE default']);
  });

  it('goes with its plugin', async () => {
    await server.uninstall(PilotagePlugin);
    await create('after');
    expect(calls).toEqual([]);
  });
});

describe('a hook on writes of a resource that no kind has', () => {
  it('is named by a warning when the plugin is installed', async () => {
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const mistyped = await startTestServer({ plugins: [PilotagePlugin, MistypedPilotagePlugin], logger });
    await mistyped.close();
    const warnings = lines
      .map((line) => JSON.parse(line) as { level: string; msg: string; reason: string })
      .filter(({ level, msg }) => level === 'warn' && msg === 'a plugin names what no kind has');
    expect(warnings.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(
        /^MistypedPilotagePlugin: write hook "mistyped" is not called for "configmap" of group "", which no kind has\. Did you mean configmaps\? \(.*pilotage\.plugin\.[jt]s:\d+:\d+\)$/,
      ),
    ]);
  });
});
