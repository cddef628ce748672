import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };
const TOKENS = ['reader,reader,2,""', 'outsider,outsider,3,""', 'historian,historian,4,""'];

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-history-'));
  server = await startTestServer({ tokens: TOKENS, storage: { dataDir: directory } });
  await allow('see-maps', ['reader'], { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
  await allow('see-pages', ['reader', 'historian'], { nonResourceURLs: ['/debug/history/*'], verbs: ['get'] });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

async function allow(name: string, users: readonly string[], rule: object): Promise<void> {
  const subjects = users.map((user) => ({ kind: 'User', name: user }));
  await server.client.post(`${RBAC}/clusterroles`, { metadata: { name }, rules: [rule] });
  const roleRef = { kind: 'ClusterRole', name };
  await server.client.post(`${RBAC}/clusterrolebindings`, { metadata: { name }, subjects, roleRef });
}

const history = (page: string, name: string, more = '', token?: string) =>
  server.request('GET', `/debug/history/${page}?resource=configmaps&namespace=default&name=${name}${more}`, { token });

const patch = async (name: string, data: object, manager: string): Promise<number> => {
  const path = `${MAPS}/${name}?fieldManager=${manager}`;
  const { body } = await server.request('PATCH', path, { ...MERGE, body: JSON.stringify({ data }) });
  return Number(body.metadata.resourceVersion);
};

const create = async (name: string): Promise<number> => {
  const { body } = await server.client.post(`${MAPS}?fieldManager=maker`, { metadata: { name }, data: { a: '1' } });
  return Number(body.metadata.resourceVersion);
};

describe('/debug/history/changes', () => {
  it('shows who changed what and when, the newest first, earlier lives too', async () => {
    const revisions = [await create('lives'), await patch('lives', { a: '2', b: '1' }, 'changer')];
    await server.request('DELETE', `${MAPS}/lives`);
    revisions.push(await create('lives'));
    const { status, body } = await history('changes', 'lives');
    expect(status).toBe(200);
    expect(body.items.map(({ type }: Json) => type)).toEqual(['create', 'delete', 'update', 'create']);
    const [again, gone, changed, first] = body.items as Json[];
    expect([first.revision, changed.revision, again.revision]).toEqual(revisions);
    expect(changed.changes).toEqual(['replace /data/a', 'add /data/b']);
    expect(changed.writers).toEqual([{ manager: 'changer', operation: 'Update', time: expect.any(String) }]);
    expect(gone).toMatchObject({ writers: [], timeSource: 'store' });
    expect(Math.abs(Date.parse(gone.time) - Date.now())).toBeLessThan(60_000);
  });

  it('goes on where a page ended', async () => {
    const revisions = [
      await create('pages'),
      await patch('pages', { a: '2' }, 'x'),
      await patch('pages', { a: '3' }, 'x'),
    ];
    const { body: first } = await history('changes', 'pages', '&limit=2');
    const { body: second } = await history('changes', 'pages', `&limit=2&continue=${first.metadata.continue}`);
    const shown = [...first.items, ...second.items].map(({ revision }: Json) => revision);
    expect(shown).toEqual(revisions.toReversed());
    expect(second.metadata.continue).toBeUndefined();
  });

  it.each<[string, string, number]>([
    ['a limit that is too large', '&limit=101', 400],
    ['an unknown parameter', '&user=x', 400],
    ['a parameter that is given twice', '&name=y', 400],
    ['a broken place to go on', '&continue=x', 400],
    ['a namespace for the resource of a cluster', '&resource=', 400],
  ])('rejects %s', async (_, more, code) => {
    expect((await history('changes', 'x', more)).status).toBe(code);
  });

  it('is not in the list of paths', async () => {
    const { body } = await server.request('GET', '/');
    expect(body.paths.filter((path: string) => path.startsWith('/debug'))).toEqual([]);
  });
});

describe('/debug/history/object', () => {
  it('returns the whole object as it was at a revision or a time', async () => {
    const first = await create('states');
    const { body } = await history('changes', 'states');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await patch('states', { a: '2' }, 'x');
    const at = async (when: string): Promise<Json> => (await history('object', 'states', `&at=${when}`)).body;
    expect(await at(String(first))).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } });
    expect((await at(body.items[0].time)).data).toEqual({ a: '1' });
    expect((await at(new Date(Date.now() + 1000).toISOString())).data).toEqual({ a: '2' });
    const { status, body: before } = await history('object', 'states', `&at=${first - 1}`);
    expect([status, before.reason]).toEqual([404, 'NotFound']);
  });

  it('returns the last state before the newest deletion', async () => {
    await create('gone');
    await patch('gone', { b: '2' }, 'x');
    expect((await history('object', 'gone', '&at=deleted')).status).toBe(404);
    await server.request('DELETE', `${MAPS}/gone`);
    expect((await history('object', 'gone', '&at=deleted')).body.data).toEqual({ a: '1', b: '2' });
  });

  it.each<[string, number]>([
    ['999999999', 504],
    ['yesterday', 400],
    ['2026-01-02T15:04:05', 400],
    ['', 400],
    ['2001-01-02T15:04:05Z', 404],
  ])('answers %j with %i', async (at, code) => {
    await create('rejected');
    expect((await history('object', 'rejected', `&at=${at}`)).status).toBe(code);
    await server.request('DELETE', `${MAPS}/rejected`);
  });
});

describe('access to history', () => {
  beforeAll(() => create('guarded'));

  it.each<[string, string, number]>([
    ['who may get the object and the page', 'reader', 200],
    ['who may get the page alone', 'historian', 403],
    ['who may get neither', 'outsider', 403],
  ])('for those %s: %s', async (_, token, code) => {
    expect((await history('changes', 'guarded', '', token)).status).toBe(code);
    const { status, text } = await history('object', 'guarded', '&at=deleted', token);
    expect([status, text.includes('"data"')]).toEqual([code === 200 ? 404 : 403, false]);
  });

  it('is refused to those who may get the object alone', async () => {
    await allow('more-maps', ['outsider'], { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] });
    const { status, body } = await history('changes', 'guarded', '', 'outsider');
    expect([status, body.message]).toEqual([403, expect.stringContaining('/debug/history/changes')]);
  });

  it('returns 403, not 404, to those who may not get the object', async () => {
    const path = '/debug/history/changes?resource=nothings&name=x';
    expect((await server.request('GET', path, { token: 'historian' })).status).toBe(403);
    expect((await server.request('GET', path)).status).toBe(404);
  });
});
