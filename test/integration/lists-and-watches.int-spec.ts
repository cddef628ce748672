import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type ClientHttp2Stream } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let directory: string;
let server: TestServer;
let namespaces = 0;

/** A version from before the cluster was complete: its history is given up at once. */
const FORGOTTEN = 2;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-lists-'));
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

/** The path of the config maps of a new namespace. */
async function newCollection(): Promise<string> {
  const name = `lists-${++namespaces}`;
  await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return `/api/v1/namespaces/${name}/configmaps`;
}

async function create(collection: string, name: string, labels: Json = {}): Promise<Json> {
  return (await server.client.post(collection, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } }))
    .body;
}

/** The names of the objects that the test itself has made. */
function namesOf(list: Json): string[] {
  return (list.items as Json[])
    .map((item) => item.metadata.name as string)
    .filter((name) => name !== 'kube-root-ca.crt');
}

async function list(path: string): Promise<Json> {
  return (await server.client.get(path)).body;
}

const QUERY_OWN = 'fieldSelector=metadata.name%21%3Dkube-root-ca.crt';

describe('list', () => {
  it('shows every page of one moment, whatever is written meanwhile', async () => {
    const maps = await newCollection();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await create(maps, name);
    const first = await list(`${maps}?limit=2&${QUERY_OWN}`);
    expect(namesOf(first)).toEqual(['a', 'b']);
    await create(maps, 'bb');
    await server.client.delete(`${maps}/d`);
    await server.client.patch(`${maps}/e`, 'merge-patch', { data: { late: 'yes' } });
    const rest: Json[] = [];
    for (let token = first.metadata.continue as string; token; token = rest.at(-1)!.metadata.continue as string) {
      rest.push(await list(`${maps}?limit=2&${QUERY_OWN}&continue=${token}`));
    }
    expect(rest.flatMap(namesOf)).toEqual(['c', 'd', 'e']);
    expect(rest.at(-1)!.items.at(-1).data).toBeUndefined();
    expect(new Set([first, ...rest].map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
    expect(namesOf(await list(maps))).toEqual(['a', 'b', 'bb', 'c', 'e']);
  });

  it('answers 410 for a continue token whose moment is forgotten, with one that goes on from now [CHUNK-05, ERR-10]', async () => {
    const maps = await newCollection();
    for (const name of ['a', 'b']) await create(maps, name);
    const { metadata } = await list(`${maps}?limit=1&${QUERY_OWN}`);
    const point = JSON.parse(Buffer.from(metadata.continue as string, 'base64url').toString()) as Json;
    const old = Buffer.from(JSON.stringify({ ...point, rv: FORGOTTEN })).toString('base64url');
    const answer = await server.client.get(`${maps}?limit=1&${QUERY_OWN}&continue=${old}`);
    expect([answer.status, answer.body.reason]).toEqual([410, 'Expired']);
    await create(maps, 'late');
    expect(namesOf(await list(`${maps}?${QUERY_OWN}&continue=${answer.body.metadata.continue}`))).toEqual([
      'b',
      'late',
    ]);
  });

  it.each([
    'application/json',
    'application/vnd.kubernetes.protobuf',
    'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  ])(
    'answers the same as %s however often it is asked for, with its own version, until something changes',
    async (accept) => {
      const maps = await newCollection();
      const elsewhere = await newCollection();
      const data = { text: 'x'.repeat(90_000) };
      for (const name of ['a', 'b', 'c']) {
        const annotations = { note: `${name} ${'y'.repeat(60_000)}` };
        await server.client.post(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, annotations }, data });
      }
      const read = async (): Promise<string> =>
        (await server.client.request('GET', maps, { headers: { accept } })).text;
      const first = await read();
      expect(first.length).toBeGreaterThan(180_000);
      for (let i = 0; i < 4; i++) {
        expect((await read()) === first).toBe(true);
        const zipped = await server.client.open('GET', maps, { headers: { accept, 'accept-encoding': 'gzip' } });
        expect(zipped.headers['content-encoding']).toBe('gzip');
        expect(gunzipSync(await buffer(zipped)).toString() === first).toBe(true);
      }
      await server.client.post(elsewhere.replace('configmaps', 'serviceaccounts'), {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'other' },
      });
      for (let i = 0; i < 3; i++) {
        const later = await read();
        expect(later === first).toBe(false);
        expect(later.slice(-180_000) === first.slice(-180_000)).toBe(true);
      }
      await server.client.delete(`${maps}/b`);
      for (let i = 0; i < 3; i++) expect((await read()).length).toBeLessThan(first.length * 0.9);
    },
  );

  it('answers 410 for exactly a version that is forgotten', async () => {
    const answer = await server.client.get(
      `/api/v1/configmaps?resourceVersion=${FORGOTTEN}&resourceVersionMatch=Exact`,
    );
    expect([answer.status, answer.body.reason]).toEqual([410, 'Expired']);
  });
});

describe('continue tokens', () => {
  it('answers 400 for an invalid continue token', async () => {
    const answer = await server.client.get('/api/v1/configmaps?limit=1&continue=nonsense');
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('continue key is not valid')]);
  });

  const forge = (token: Json): string =>
    Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', ...token })).toString('base64url');

  it('continues at the key that a token names, even a forged one', async () => {
    const maps = await newCollection();
    for (const name of ['a', 'b', 'c']) await create(maps, name);
    const rv = Number((await list(maps)).metadata.resourceVersion);
    for (const [start, expected] of [
      ['b', ['b', 'c']],
      ['b\u0000', ['c']],
      ['bb', ['c']],
      ['/', ['a', 'b', 'c']],
      ['zzz', []],
    ] as const) {
      expect(namesOf(await list(`${maps}?continue=${forge({ rv, start })}`))).toEqual(expected);
    }
  });

  it('never lists another namespace or resource, whatever a token says [CHUNK-02]', async () => {
    const [own, other] = [await newCollection(), await newCollection()];
    await create(own, 'own');
    await create(other, 'other');
    const { resourceVersion } = (await list(own)).metadata;
    const foreign = other.split('/')[4]!;
    for (const start of [`../${foreign}/other`, `/../${foreign}`, `x/../../secrets/`, '..', './own', 'a//b']) {
      const answer = await server.client.get(`${own}?continue=${forge({ rv: Number(resourceVersion), start })}`);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        `invalid continue token: continue key is not valid: ${start}`,
      ]);
    }
    const answer = await list(`${own}?continue=${forge({ rv: -1, start: `${foreign}/a` })}`);
    expect(namesOf(answer)).not.toContain('other');
  });

  it('answers 504 for a token of a version that is yet to come', async () => {
    const answer = await server.client.get(`/api/v1/configmaps?continue=${forge({ rv: 123456789, start: 'a' })}`);
    expect([answer.status, answer.body.message]).toEqual([
      504,
      expect.stringMatching(/^Timeout: Too large resource version: 123456789, current: \d+$/),
    ]);
  });

  it('reports a broken token before a version beside it', async () => {
    const messageOf = async (token: string): Promise<string> =>
      (await server.client.get(`/api/v1/configmaps?resourceVersion=5&continue=${token}`)).body.message as string;
    expect(await messageOf('x')).toContain('invalid continue token');
    expect(await messageOf(forge({ rv: 5, start: 'a' }))).toContain('not allowed when using continue');
  });

  it('answers 410 for a token that has lived its time, with one that goes on from now [CHUNK-05, LIM-02]', async () => {
    const short = await startTestServer({ storage: { continueTokenTtl: 1 } });
    try {
      const page = async (token = ''): Promise<Json> =>
        (await short.client.get(`/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=1&continue=${token}`)).body;
      const { metadata } = await page();
      const late = await eventually(async () => {
        const answer = await page(metadata.continue as string);
        expect(answer.code).toBe(410);
        return answer;
      });
      expect(late.reason).toBe('Expired');
      expect((await page(late.metadata.continue as string)).items).toHaveLength(1);
    } finally {
      await short.close();
    }
  });
});

describe('list: selections and tables', () => {
  it.each([
    ['labelSelector', 'tier=front', ['a', 'b']],
    ['labelSelector', 'tier!=front', ['c', 'd']],
    ['labelSelector', 'tier in (front,back),!canary', ['a', 'c']],
    ['labelSelector', 'canary', ['b']],
    ['fieldSelector', 'metadata.name=c', ['c']],
    ['fieldSelector', 'metadata.name!=c,metadata.name!=a', ['b', 'd']],
  ])('selects by %s %s', async (parameter, selector, expected) => {
    const maps = await newCollection();
    await create(maps, 'a', { tier: 'front' });
    await create(maps, 'b', { tier: 'front', canary: 'yes' });
    await create(maps, 'c', { tier: 'back' });
    await create(maps, 'd');
    expect(namesOf(await list(`${maps}?${parameter}=${encodeURIComponent(selector)}`))).toEqual(expected);
  });

  it('selects among many as among few, however often it is asked, and whatever changes', async () => {
    const maps = await newCollection();
    const elsewhere = await newCollection();
    const names = Array.from({ length: 1100 }, (_, i) => `m-${String(i).padStart(4, '0')}`);
    for (let i = 0; i < names.length; i += 50) {
      const some = names.slice(i, i + 50);
      await Promise.all(some.map((name, k) => create(maps, name, { part: String((i + k) % 100) })));
    }
    await create(elsewhere, 'other', { part: '7' });
    const all = names.filter((_, i) => i % 100 === 7);
    const ask = (more = ''): Promise<Json> => list(`${maps}?labelSelector=part%20in%20(7,x)${more}`);
    for (let i = 0; i < 6; i++) expect(namesOf(await ask())).toEqual(all);
    expect(namesOf(await list(`${maps}?fieldSelector=metadata.name=${all[3]}`))).toEqual([all[3]]);
    expect(namesOf(await list(`${maps}?fieldSelector=metadata.name=absent`))).toEqual([]);
    expect(namesOf(await ask(`&fieldSelector=metadata.name=${names[0]}`))).toEqual([]);
    await server.client.patch(`${maps}/${all[0]}`, 'merge-patch', { metadata: { labels: { part: '8' } } });
    await server.client.delete(`${maps}/${all[1]}`);
    await create(maps, 'z', { part: 'x' });
    const now = [...all.slice(2), 'z'];
    expect(namesOf(await ask())).toEqual(now);
    expect(namesOf(await ask('&fieldSelector=metadata.name!=z'))).toEqual(now.slice(0, -1));
    const first = await ask('&limit=4');
    expect([namesOf(first), first.metadata.remainingItemCount]).toEqual([now.slice(0, 4), undefined]);
    await create(maps, 'zz', { part: 'x' });
    expect(namesOf(await ask(`&continue=${first.metadata.continue}`))).toEqual(now.slice(4));
    expect(namesOf(await list('/api/v1/configmaps?labelSelector=part%3D7')).sort()).toEqual([...all.slice(2), 'other']);
  });

  it.each([
    ['labelSelector', 'a in', 'found'],
    ['fieldSelector', 'spec.colour=red', 'not a known field selector'],
    ['fieldSelector', 'metadata.name', 'invalid selector'],
  ])('answers 400 for the %s %s', async (parameter, selector, text) => {
    const answer = await server.client.get(`/api/v1/configmaps?${parameter}=${encodeURIComponent(selector)}`);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(text)]);
  });

  it('shows a Table to those who ask for one', async () => {
    const maps = await newCollection();
    await server.client.post(maps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'shown' },
      data: { a: '1', b: '2' },
    });
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
    const { body } = await server.request('GET', `${maps}?${QUERY_OWN}`, { headers });
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(body.columnDefinitions.map(({ name }: Json) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(body.rows).toHaveLength(1);
    expect(body.rows[0].cells).toEqual(['shown', 2, expect.stringMatching(/^\d+s$/)]);
    expect(body.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'shown' } });
  });
});

describe('watch', () => {
  /** The events of a watch of two objects, by the version it names: none, any, that of the first object, the newest. */
  const BEGINNINGS: readonly (readonly [version: string, initial: string, bookmarks: boolean, events: string])[] = [
    ['', '', false, 'a b'],
    ['', '', true, 'a b end'],
    ['0', '', false, 'a b'],
    ['0', '', true, 'a b end'],
    ['first', '', false, 'b'],
    ['first', '', true, 'b'],
    ['newest', '', false, ''],
    ['newest', '', true, ''],
    ['', 'true', false, 'a b'],
    ['', 'true', true, 'a b end'],
    ['0', 'true', false, 'a b'],
    ['0', 'true', true, 'a b end'],
    ['first', 'true', false, 'a b'],
    ['first', 'true', true, 'a b end'],
    ['newest', 'true', true, 'a b end'],
    ['', 'false', false, ''],
    ['', 'false', true, ''],
    ['0', 'false', false, ''],
    ['first', 'false', false, 'b'],
    ['first', 'false', true, 'b'],
    ['newest', 'false', true, ''],
  ];

  it.each([
    ['', 'WRV-01, WRV-02, WRV-03'],
    ['true', 'WLIST-02, WLIST-03, WLIST-06'],
    ['false', 'WLIST-07'],
  ])('begins as version and bookmarks say, with "%s" for initial events [%s]', async (initialEvents) => {
    const rows = BEGINNINGS.filter(([, initial]) => initial === initialEvents);
    const maps = await newCollection();
    const first = (await create(maps, 'a')).metadata.resourceVersion as string;
    const newest = (await create(maps, 'b')).metadata.resourceVersion as string;
    const named: Record<string, string> = { first, newest };
    const eventsOf = async (query: string): Promise<string> => {
      const watch = await server.client.watch(`${maps}?timeoutSeconds=1&${QUERY_OWN}&${query}`);
      const told: string[] = [];
      for (let event = await watch.next(); event; event = await watch.next()) {
        const { name, annotations } = event.object.metadata as { name?: string; annotations?: Json };
        told.push(annotations?.['k8s.io/initial-events-end'] === 'true' ? 'end' : (name ?? event.type));
      }
      return told.join(' ');
    };
    const outcomes = await Promise.all(
      rows.map(([version, initial, bookmarks]) => {
        const asked = initial && `&sendInitialEvents=${initial}&resourceVersionMatch=NotOlderThan`;
        return eventsOf(`resourceVersion=${named[version] ?? version}&allowWatchBookmarks=${bookmarks}${asked}`);
      }),
    );
    const table = rows.map(([version, initial, bookmarks], i) => [version, initial, bookmarks, outcomes[i]]);
    expect(table).toEqual(rows);
  });

  it('sees what is added, modified and deleted, in order', async () => {
    const maps = await newCollection();
    const { metadata } = await list(maps);
    const watch = await server.client.watch(`${maps}?resourceVersion=${metadata.resourceVersion}&${QUERY_OWN}`);
    await create(maps, 'first');
    await create(maps, 'second');
    await server.client.patch(`${maps}/first`, 'merge-patch', { data: { a: '1' } });
    await server.client.delete(`${maps}/second`);
    const events = [await watch.next(), await watch.next(), await watch.next(), await watch.next()];
    watch.stop();
    expect(events.map((event) => `${event!.type} ${event!.object.metadata.name}`)).toEqual([
      'ADDED first',
      'ADDED second',
      'MODIFIED first',
      'DELETED second',
    ]);
    const revisions = events.map((event) => Number(event!.object.metadata.resourceVersion));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(events[2]!.object.data).toEqual({ a: '1' });
  });

  it('goes on from any version it has shown', async () => {
    const maps = await newCollection();
    const { metadata } = await create(maps, 'known');
    await create(maps, 'missed');
    await server.client.delete(`${maps}/known`);
    const watch = await server.client.watch(`${maps}?resourceVersion=${metadata.resourceVersion}&${QUERY_OWN}`);
    expect(await watch.names(2)).toEqual(['ADDED missed', 'DELETED known']);
    watch.stop();
  });

  it('reports when objects enter and leave a selection', async () => {
    const maps = await newCollection();
    const { metadata } = await create(maps, 'wanderer');
    const watch = await server.client.watch(
      `${maps}?labelSelector=in%3Dyes&resourceVersion=${metadata.resourceVersion}`,
    );
    for (const value of ['yes', 'yes', 'no', 'yes']) {
      const patch = { metadata: { labels: { in: value } }, data: { turn: String(Math.random()) } };
      await server.client.patch(`${maps}/wanderer`, 'merge-patch', patch);
    }
    await server.client.delete(`${maps}/wanderer`);
    const types = await watch.names(5);
    watch.stop();
    expect(types).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'ADDED', 'DELETED'].map((type) => `${type} wanderer`));
  });

  it('begins with every object and a bookmark when asked for', async () => {
    const maps = await newCollection();
    for (const name of ['a', 'b']) await create(maps, name);
    const options = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = await server.client.watch(`${maps}?${options}&${QUERY_OWN}`);
    expect(await watch.names(2)).toEqual(['ADDED a', 'ADDED b']);
    const bookmark = await watch.next();
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ConfigMap' } });
    expect(bookmark!.object.metadata.annotations['k8s.io/initial-events-end']).toBe('true');
    await create(maps, 'c');
    expect(await watch.names(1)).toEqual(['ADDED c']);
    watch.stop();
  });

  it('ends with 410 for a version that is forgotten', async () => {
    const watch = await server.client.watch(`/api/v1/configmaps?resourceVersion=${FORGOTTEN}`);
    expect(await watch.next()).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, reason: 'Expired' },
    });
    expect(await watch.next()).toBeUndefined();
  });

  it('ends when its time is up', async () => {
    const maps = await newCollection();
    const watch = await server.client.watch(
      `${maps}?timeoutSeconds=1&resourceVersion=${(await list(maps)).metadata.resourceVersion}&${QUERY_OWN}`,
    );
    expect(await watch.next()).toBeUndefined();
  });

  it.each(['-1', '-0009', '9223372036854775807'])('has no time at all where timeoutSeconds is %s', async (seconds) => {
    const maps = await newCollection();
    await create(maps, 'a');
    const newest = await server.client.watch(`${maps}?timeoutSeconds=${seconds}`);
    expect(await newest.next()).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 500, reason: 'InternalError', message: 'context deadline exceeded' },
    });
    expect(await newest.next()).toBeUndefined();
    const any = await server.client.watch(`${maps}?timeoutSeconds=${seconds}&resourceVersion=0`);
    expect(await any.next()).toBeUndefined();
  });
});

describe('watch: selections and sharing', () => {
  it.each([
    ['timeoutSeconds=9223372036854775808', 400, 'value out of range'],
    ['timeoutSeconds=1e3', 400, 'invalid syntax'],
    ['fieldSelector=metadata.name', 400, 'invalid selector'],
    ['fieldSelector=a%3D%3D%3Db%5C', 400, 'invalid'],
    ['fieldSelector=spec.no=1', 400, 'not a known field selector'],
    ['fieldSelector=metadata.namespace=default', 400, "doesn't match requested name"],
    ['fieldSelector=metadata.name%3Dother', 400, "doesn't match requested name"],
    ['labelSelector=a%20in%20(', 400, 'unable to parse requirement'],
    ['resourceVersion=abc', 400, 'invalid syntax'],
  ])('of one object answers a query with %s as %d', async (query, status, message) => {
    const path = `/api/v1/watch/namespaces/default/configmaps/a?${query}`;
    const answer = await server.client.get(path);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
  });

  it('of one object has a name that a selector could not hold', async () => {
    const path = '/api/v1/watch/namespaces/default/configmaps/a,metadata.name!=b?timeoutSeconds=-1&resourceVersion=0';
    expect((await server.client.get(path)).status).toBe(200);
  });

  it('shares what is made of a change between watches that show it alike, and no others', async () => {
    const maps = await newCollection();
    const { metadata } = await list(maps);
    const path = `${maps}?watch=true&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=2&${QUERY_OWN}`;
    const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const kinds = [{}, {}, table, table, { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }];
    const selected = `${path}&labelSelector=in%3Dview`;
    const client = server.connect(ADMIN_TOKEN);
    client.agent.maxSockets = 10;
    const answers = [...kinds.map((headers) => ({ path, headers })), { path: selected, headers: {} }].map(
      ({ path: watched, headers }) => client.request('GET', watched, { headers }),
    );
    await create(maps, 'a', { in: 'view' });
    await server.client.patch(`${maps}/a`, 'merge-patch', { metadata: { labels: { in: 'no' } } });
    const seen = (await Promise.all(answers)).map(({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json),
    );
    const types = seen.map((events) => events.map(({ type }) => type as string).join(' '));
    expect(types).toEqual([...kinds.map(() => 'ADDED MODIFIED'), 'ADDED DELETED']);
    expect(seen[0]).toEqual(seen[1]);
    // Ages refer to the time at which a row is rendered.
    const withoutAge = (events: Json[]): string => JSON.stringify(events).replaceAll(/"\d+s"/g, '"age"');
    expect(withoutAge(seen[2])).toBe(withoutAge(seen[3]));
    expect(seen[2].map(({ object }) => (object.columnDefinitions as Json[] | null)?.length)).toEqual([3, undefined]);
    expect(seen[4][0].object.kind).toBe('PartialObjectMetadata');
    expect(seen[5][1].object.metadata).toMatchObject({
      labels: { in: 'view' },
      resourceVersion: seen[0][1].object.metadata.resourceVersion,
    });
  });

  it('of one name reports that object alone, without names that begin with it [OP-04]', async () => {
    const maps = await newCollection();
    const { metadata } = await create(maps, 'ab');
    const queries = ['', `resourceVersion=${metadata.resourceVersion}&`].map(
      (version) => `${maps}?${version}fieldSelector=metadata.name%3Da`,
    );
    const watches = await Promise.all(queries.map((query) => server.client.watch(query)));
    await create(maps, 'a');
    await create(maps, 'abc');
    await server.client.patch(`${maps}/a`, 'merge-patch', { data: { k: 'v' } });
    await server.client.delete(`${maps}/a`);
    for (const watch of watches) {
      expect(await watch.names(3)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
      watch.stop();
    }
    await create(maps, 'a');
    const again = await server.client.watch(queries[0]);
    expect(await again.names(1)).toEqual(['ADDED a']);
    again.stop();
  });

  it('reaches many watchers alike', async () => {
    const maps = await newCollection();
    const { metadata } = await list(maps);
    const client = server.connect(ADMIN_TOKEN);
    client.agent.maxSockets = 40;
    const path = `${maps}?resourceVersion=${metadata.resourceVersion}&${QUERY_OWN}`;
    const watches = await Promise.all(Array.from({ length: 30 }, () => client.watch(path)));
    const names = Array.from({ length: 10 }, (_, i) => `fan-${i}`);
    for (const name of names) await create(maps, name);
    const seen = await Promise.all(watches.map((watch) => watch.names(names.length)));
    watches.forEach((watch) => watch.stop());
    for (const each of seen) expect(each).toEqual(names.map((name) => `ADDED ${name}`));
  });
});

describe('HTTP/2', () => {
  it('serves watches and requests side by side on one connection', async () => {
    const maps = await newCollection();
    const { metadata } = await list(maps);
    const session = connect(server.url, { ca: server.certificateAuthority });
    const ask = (path: string, method = 'GET', body?: Json): ClientHttp2Stream => {
      const stream = session.request({
        ':path': path,
        ':method': method,
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(body && { 'content-type': 'application/json' }),
      });
      stream.end(body && JSON.stringify(body));
      return stream;
    };
    const watch = ask(`${maps}?watch=true&resourceVersion=${metadata.resourceVersion}&${QUERY_OWN}`);
    const lines = createInterface({ input: watch })[Symbol.asyncIterator]();
    const created = ask(maps, 'POST', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'over-http2' } });
    const chunks: Buffer[] = [];
    for await (const chunk of created) chunks.push(chunk as Buffer);
    const line = await lines.next();
    session.destroy();
    expect(session.alpnProtocol).toBe('h2');
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ metadata: { name: 'over-http2' } });
    expect(JSON.parse(line.value as string)).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'over-http2' } },
    });
  });
});
