import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';
import { REMOVALS, type Removal } from './removals.js';

const LAST = '1.32';
const before = (release: string): string => `1.${Number(release.slice(2)) - 1}`;
const pathOf = ({ resource, namespaced }: Removal, apiVersion: string): string =>
  `/apis/${apiVersion}/${namespaced ? 'namespaces/default/' : ''}${resource}`;

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-removals-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts a server that emulates a release, over the store that all of them share. */
function start(release: string): Promise<TestServer> {
  return startTestServer({ storage: { dataDir: join(directory, 'data') }, api: { emulatedRelease: release } });
}

/** Asks a server that emulates a release, over the store that all of them share. */
async function at<T>(release: string, ask: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await start(release);
  try {
    return await ask(server);
  } finally {
    await server.close();
  }
}

const nameOf = (row: Removal): string =>
  row.name ?? `${row.apiVersion.replace(/[./]/g, '-')}-${row.kind.toLowerCase()}`;

async function write(server: TestServer, row: Removal): Promise<void> {
  const object = { apiVersion: row.apiVersion, kind: row.kind, metadata: { name: nameOf(row) }, ...row.old };
  const { status, body } = await server.client.post(pathOf(row, row.apiVersion), object);
  expect([row.apiVersion, row.kind, status, body.message]).toEqual([row.apiVersion, row.kind, 201, undefined]);
  expect(body).toMatchObject({ apiVersion: row.apiVersion, kind: row.kind });
}

async function versionsOf(server: TestServer, apiVersion: string): Promise<string[]> {
  const [group] = apiVersion.split('/');
  const { status, body } = await server.client.get(`/apis/${group}`);
  return status === 200 ? (body.versions as Json[]).map(({ groupVersion }) => groupVersion as string) : [];
}

const postedTo = (verb: string, { apiVersion, kind, old }: Removal): Json | undefined =>
  verb === 'GET' ? undefined : { apiVersion, kind, metadata: { name: 'again' }, ...old };

async function resourcesOf(server: TestServer, apiVersion: string): Promise<string[]> {
  const answer = await server.client.get(`/apis/${apiVersion}`);
  return answer.status === 200 ? (answer.body.resources as Json[]).map(({ name }) => name as string) : [];
}

const releases = [...new Set(REMOVALS.map(({ removed }) => removed))];

describe.each(releases)('what release %s removes', (removed) => {
  const rows = REMOVALS.filter((row) => row.removed === removed);
  let server: TestServer;

  describe('is served one release before, deprecated, and found in discovery', () => {
    beforeAll(async () => {
      server = await start(before(removed));
    });
    afterAll(() => server.close());

    for (const row of rows) {
      it(`${row.kind} of ${row.apiVersion} [${row.ids}]`, async () => {
        if (!row.isReview) await write(server, row);
        const verb = row.isReview ? 'POST' : 'GET';
        const answer = await server.request(verb, pathOf(row, row.apiVersion), {
          body: row.isReview ? { apiVersion: row.apiVersion, kind: row.kind, ...row.old } : undefined,
        });
        expect(answer.status).toBe(row.isReview ? 201 : 200);
        expect(String(answer.headers.warning)).toContain(`${row.apiVersion} ${row.kind}`);
        expect(await versionsOf(server, row.apiVersion)).toContain(row.apiVersion);
      });
    }
  });

  describe('is gone with it, from paths, discovery and OpenAPI, and found in its replacement', () => {
    let described: string[];

    beforeAll(async () => {
      server = await start(removed);
      described = Object.keys((await server.client.get('/openapi/v2')).body.paths as Json);
    });
    afterAll(() => server.close());

    for (const row of rows) {
      it(`${row.kind} of ${row.apiVersion} [${row.ids}]`, async () => {
        const path = pathOf(row, row.apiVersion);
        const statuses = await Promise.all(
          ['GET', 'POST'].map(async (verb) => (await server.request(verb, path, { body: postedTo(verb, row) })).status),
        );
        expect(statuses).toEqual([404, 404]);
        expect(await resourcesOf(server, row.apiVersion)).not.toContain(row.resource);
        const prefix = pathOf({ ...row, namespaced: false }, row.apiVersion);
        expect(described.filter((each) => each.startsWith(prefix))).toEqual([]);
        if (row.replacement === undefined || (await resourcesOf(server, row.replacement)).length === 0) return;
        const { status } = await server.client.get(pathOf(row, row.replacement));
        expect(status).toBe(row.isReview ? 405 : 200);
      });
    }
  });
});

it('keeps what was written before readable through the new versions [REMOVED-SAVED, REMOVED-00, DEP-07]', async () => {
  await at(LAST, async (server) => {
    for (const row of REMOVALS) {
      if (row.isReview || row.replacement === undefined) continue;
      const { status, body } = await server.client.get(`${pathOf(row, row.replacement)}/${nameOf(row)}`);
      expect([row.apiVersion, row.kind, status]).toEqual([row.apiVersion, row.kind, 200]);
      expect(body).toMatchObject({ apiVersion: row.replacement, kind: row.kind, ...row.now });
      expect((await server.client.get(pathOf(row, row.apiVersion))).status).toBe(404);
    }
  });
});

it('brings nothing back that is removed, though it is asked to [REMOVED-00, REMOVED-1.32-FlowSchema-PriorityLevelConfiguration]', async () => {
  const version = 'flowcontrol.apiserver.k8s.io/v1beta3';
  const server = await startTestServer({ api: { runtimeConfig: { [version]: 'true', 'batch/v1beta1': 'true' } } });
  try {
    for (const path of [`/apis/${version}/flowschemas`, '/apis/batch/v1beta1/cronjobs', `/apis/${version}`]) {
      expect([path, (await server.client.get(path)).status]).toEqual([path, 404]);
    }
    expect(await versionsOf(server, version)).toEqual(['flowcontrol.apiserver.k8s.io/v1']);
  } finally {
    await server.close();
  }
});
