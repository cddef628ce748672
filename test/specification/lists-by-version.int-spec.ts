import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { configMap, mapsIn, namespace } from './objects.js';

const READS = mapsIn('reads');
const LATER = '999999999';

let server: TestServer;
let client: TestClient;
/** The versions of the objects r0 to r5, in their order. */
const versions: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    serving: { requestTimeout: 4000 },
    extensions: { controllers: ['-*'] },
  });
  client = server.client;
  await client.post('/api/v1/namespaces', namespace('reads'));
  for (let i = 0; i < 6; i++) {
    versions.push((await client.post(READS, configMap(`r${i}`))).body.metadata.resourceVersion as string);
  }
});

afterAll(() => server.close());

const list = (query: string): Promise<TestAnswer> => client.get(`${READS}?${query}`);
const namesOf = ({ items }: Json): string[] => (items as Json[]).map(({ metadata }) => metadata.name as string);

describe('a list without a version', () => {
  it('shows every write that was answered before it, in any order of kinds of writes [CAP-02]', async () => {
    for (let i = 0; i < 20; i++) {
      const { body: made } = await client.post(READS, configMap('fresh', { data: { i: '0' } }));
      const first = (await list('')).body;
      expect(namesOf(first)).toContain('fresh');
      expect(Number(first.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(made.metadata.resourceVersion));
      await client.patch(`${READS}/fresh`, 'merge-patch', { data: { i: String(i) } });
      const second = (await list('fieldSelector=metadata.name%3Dfresh')).body;
      expect(second.items[0].data).toEqual({ i: String(i) });
      await client.delete(`${READS}/fresh`);
      expect(namesOf((await list('limit=500')).body)).not.toContain('fresh');
    }
  });

  it('shows one state, whatever is written beside it [CAP-02]', async () => {
    let isWriting = true;
    const writes = (async () => {
      // Each pair is written in this order, so no state has the second one ahead of the first.
      for (let i = 1; isWriting; i++) {
        await client.patch(`${READS}/r0`, 'merge-patch', { data: { i: String(i) } });
        await client.patch(`${READS}/r5`, 'merge-patch', { data: { i: String(i) } });
      }
    })();
    for (let i = 0; i < 50; i++) {
      const { items, metadata } = (await list('')).body as { items: Json[]; metadata: Json };
      const [first, last] = [items[0], items.at(-1)!].map(({ data }) => Number(data?.i ?? 0));
      expect(first - last).toBeGreaterThanOrEqual(0);
      expect(first - last).toBeLessThanOrEqual(1);
      const newest = Math.max(...items.map((item) => Number(item.metadata.resourceVersion)));
      expect(Number(metadata.resourceVersion)).toBeGreaterThanOrEqual(newest);
    }
    isWriting = false;
    await writes;
  });
});

describe('the parameter resourceVersion', () => {
  const PATHS = [READS, `${READS}/r1`, `${READS}?watch=1`];
  const at = (path: string, version: string): Promise<TestAnswer> =>
    client.get(`${path}${path.includes('?') ? '&timeoutSeconds=1&' : '?'}resourceVersion=${version}`);

  it.each(['', '0'])('may be "%s" for get, list and watch [PARAM-02]', async (version) => {
    for (const path of PATHS) {
      const answer = await at(path, version);
      expect([path, answer.status, answer.text.includes('"r1"')]).toEqual([path, 200, true]);
    }
  });

  it('may be one that was handed out [PARAM-02]', async () => {
    for (const path of PATHS) expect([path, (await at(path, versions[5])).status]).toEqual([path, 200]);
  });

  it.each(['abc', '-1', '1.5', '0x10', '1e3', '%201', '18446744073709551616'])(
    'is refused where it is no number of 64 bits: %s [PARAM-02]',
    async (version) => {
      for (const path of PATHS) {
        const { status, body } = await at(path, version);
        expect([path, status, body.kind]).toEqual([path, 400, 'Status']);
        expect(body.message).toContain('resourceVersion: Invalid value: ');
      }
    },
  );
});

describe('NotOlderThan with a limit', () => {
  const notOlder = (query: string): Promise<TestAnswer> => list(`resourceVersionMatch=NotOlderThan&limit=2&${query}`);

  it('shows as many objects of a state that is not older, and a token for the others [LIST-12]', async () => {
    const { status, body } = await notOlder(`resourceVersion=${versions[2]}`);
    expect([status, namesOf(body)]).toEqual([200, ['r0', 'r1']]);
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(versions[5]));
    expect(body.metadata.remainingItemCount).toBe(4);
    const token = encodeURIComponent(body.metadata.continue as string);
    const next = await list(`limit=2&continue=${token}`);
    expect([next.status, namesOf(next.body)]).toEqual([200, ['r2', 'r3']]);
    expect(next.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });

  it('shows any state for 0: all of it, or a page with a token [LIST-12]', async () => {
    const { status, body } = await notOlder('resourceVersion=0');
    const names = namesOf(body);
    const expected = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
    expect([status, names]).toEqual([200, expected.slice(0, names.length)]);
    expect(Boolean(body.metadata.continue)).toBe(names.length < expected.length);
  });

  it.each(['', 'resourceVersion='])('needs a version: "%s" [LIST-12]', async (query) => {
    const { status, body } = await notOlder(query);
    expect([status, body.reason, body.details.causes[0].field]).toEqual([422, 'Invalid', 'resourceVersionMatch']);
    expect(body.message).toContain('resourceVersionMatch is forbidden unless resourceVersion is provided');
  });

  it('waits for a version yet to come, and not for ever [LIST-12]', async () => {
    expect((await notOlder(`resourceVersion=${LATER}`)).status).toBe(504);
  });

  it('goes with no token [LIST-12]', async () => {
    const token = encodeURIComponent((await list('limit=2')).body.metadata.continue as string);
    const { status, body } = await notOlder(`resourceVersion=${versions[2]}&continue=${token}`);
    expect([status, body.message]).toEqual([422, expect.stringContaining('forbidden when continue is provided')]);
  });
});

describe('a version yet to come', () => {
  it.each(['', '/r1', '?resourceVersionMatch=Exact', '?resourceVersionMatch=NotOlderThan', '?limit=1'])(
    'is answered with the seconds after which to try again, in header and body: %j [ERR-15]',
    async (suffix) => {
      const answer = await client.get(`${READS}${suffix}${suffix.includes('?') ? '&' : '?'}resourceVersion=${LATER}`);
      expect([answer.status, answer.headers['retry-after']]).toEqual([504, '1']);
      expect(answer.body).toMatchObject({ reason: 'Timeout', code: 504, details: { retryAfterSeconds: 1 } });
      expect(answer.body.details.causes).toEqual([
        { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
      ]);
    },
  );

  it('is the reason of the header: other errors have none [ERR-15]', async () => {
    for (const path of [
      `${READS}/absent`,
      `${READS}?resourceVersion=1&resourceVersionMatch=Exact`,
      `${READS}?limit=x`,
    ]) {
      const answer = await client.get(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers['retry-after']).toBeUndefined();
    }
  });
});
