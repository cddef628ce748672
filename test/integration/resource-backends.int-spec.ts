import { jest } from '@jest/globals';
import { WatchCache } from '../../src/storage/index.js';
import { LogbookPlugin, PageBackend } from '../fixtures/plugins/logbook.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PATH = '/apis/logbook.example.com/v1/namespaces/default/pages';
const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ plugins: [LogbookPlugin], tokens: ['bob-token,bob,2,"devs"'] });
});

afterEach(() => server.close());

const create = (name: string, text = 'Fog.'): Promise<TestAnswer> =>
  server.client.post(PATH, { metadata: { name }, text });

const names = (list: Json): string[] => (list.items as Json[]).map(({ metadata }) => metadata.name as string);

describe('a kind with a backend of its plugin', () => {
  it('is created, read, replaced and deleted with the versions of the backend', async () => {
    const { status, body } = await create('one');
    expect([status, body.metadata.resourceVersion]).toEqual([201, '2']);
    expect(PageBackend.last!.get({ namespace: 'default', name: 'one' })).toMatchObject({
      version: 2,
      object: { kind: 'Page', text: 'Fog.', metadata: { uid: body.metadata.uid } },
    });
    const replaced = await server.request('PUT', `${PATH}/one`, { body: { ...body, text: 'Rain.' } });
    expect([replaced.status, replaced.body.metadata.resourceVersion]).toEqual([200, '3']);
    expect((await server.request('PUT', `${PATH}/one`, { body })).status).toBe(409);
    expect((await create('one')).status).toBe(409);
    expect((await server.request('DELETE', `${PATH}/one`)).status).toBe(200);
    expect((await server.client.get(`${PATH}/one`)).status).toBe(404);
  });

  it('has validation, subresources, patches of all forms and dry runs as any other', async () => {
    expect((await create('short', 'x')).status).toBe(422);
    await create('one');
    const patch = (headers: Record<string, string>, body: unknown, query = ''): Promise<TestAnswer> =>
      server.request('PATCH', `${PATH}/one${query}`, { headers, body: body as Json });
    expect((await patch(MERGE, { text: 'Rain.' })).body.text).toBe('Rain.');
    expect((await patch(JSON_PATCH, [{ op: 'replace', path: '/text', value: 'Snow.' }])).body.text).toBe('Snow.');
    await patch(MERGE, { text: 'Tried.' }, '?dryRun=All');
    const applied = { apiVersion: 'logbook.example.com/v1', kind: 'Page', metadata: { name: 'one' }, text: 'Hail.' };
    expect((await patch(APPLY, applied, '?fieldManager=mate')).status).toBe(409);
    expect((await patch(APPLY, applied, '?fieldManager=mate&force=true')).body.text).toBe('Hail.');
    const status = await server.request('PATCH', `${PATH}/one/status`, {
      headers: MERGE,
      body: { status: { isRead: true } },
    });
    expect([status.body.text, status.body.status]).toEqual(['Hail.', { isRead: true }]);
  });

  it('is authorized', async () => {
    expect((await server.request('GET', PATH, { token: 'bob-token' })).status).toBe(403);
  });

  it('is listed in pages, by selectors, and as a table', async () => {
    for (const name of ['a', 'b', 'c']) await create(name, name === 'b' ? 'Calm.' : 'Fog.');
    const first = (await server.client.get(`${PATH}?limit=2`)).body;
    expect(names(first)).toEqual(['a', 'b']);
    await create('d');
    const next = (await server.client.get(`${PATH}?limit=2&continue=${first.metadata.continue}`)).body;
    expect(names(next)).toEqual(['c']);
    expect(names((await server.client.get(`${PATH}?fieldSelector=text=Calm.`)).body)).toEqual(['b']);
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const table = (await server.request('GET', PATH, { headers: { accept } })).body;
    expect((table.rows as Json[]).map(({ cells }) => cells.slice(0, 2))).toContainEqual(['b', 'Calm.']);
  });

  it('is watched, from a version on, with the changes that the backend makes by itself', async () => {
    await create('one');
    const watch = await server.client.watch(`${PATH}?watch=true&resourceVersion=1&allowWatchBookmarks=true`);
    const backend = PageBackend.last!;
    const { object } = backend.get({ namespace: 'default', name: 'one' })!;
    backend.update({ ...object, text: 'Written elsewhere.' }, 2);
    const events = [await watch.next(), await watch.next()];
    expect(events.map((event) => [event!.type, event!.object.text])).toEqual([
      ['ADDED', 'Fog.'],
      ['MODIFIED', 'Written elsewhere.'],
    ]);
    expect((await server.client.get(`${PATH}/one`)).body.text).toBe('Written elsewhere.');
    watch.stop();
  });

  it('is read again where the backend has lost its place', async () => {
    await create('one');
    await server.client.get(PATH);
    PageBackend.last!.loseFollowers();
    await create('two');
    expect(names((await server.client.get(PATH)).body)).toEqual(['one', 'two']);
    expect(PageBackend.last!.followers).toBe(1);
  });

  it('has a cache of its own, which is kept dense as that of the store is', async () => {
    await server.close();
    const kept = jest.spyOn(WatchCache.prototype, 'keepDense');
    server = await startTestServer({ plugins: [LogbookPlugin] });
    expect(new Set(kept.mock.contexts).size).toBe(2);
    kept.mockRestore();
  });

  it('is not followed any more once its plugin is gone', async () => {
    await create('one');
    await server.client.get(PATH);
    const backend = PageBackend.last!;
    await server.uninstall(LogbookPlugin);
    expect(backend.followers).toBe(0);
    expect((await server.client.get(PATH)).status).toBe(404);
  });
});
