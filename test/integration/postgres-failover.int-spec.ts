import { setTimeout as delay } from 'node:timers/promises';
import { FaultyProxy } from '../support/consistency/faulty-proxy.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { eventually } from '../support/eventually.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WRITERS = 4;

describeWithPostgres('fail-over of PostgreSQL to a synchronous standby', () => {
  let primary: PostgresProcess;
  let standby: PostgresProcess;
  /** Between the two. */
  let proxy: FaultyProxy;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    primary = await PostgresProcess.start();
    proxy = await FaultyProxy.start(primary.url);
    standby = await PostgresProcess.standbyOf(primary, Number(new URL(proxy.url).port));
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const url = `postgres://binnacle@${hosts}/postgres`;
    for (let i = 0; i < 2; i++) {
      servers.push(await startTestServer({ storage: { backend: 'postgres' }, postgres: { url } }));
    }
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all([primary.remove(), standby.remove(), proxy.close()]);
  });

  it('keeps every acknowledged write and watch, and goes on behind it', async () => {
    const [first, second] = servers;
    const revisions = new Map<string, number>();
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; !isOver; i++) {
        const name = `w${writer}-${i}`;
        const { client } = servers[i % 2]!;
        const answer = await client.post(`${MAPS}?timeout=5s`, { metadata: { name } });
        if (answer.status === 201) revisions.set(name, Number(answer.body.metadata.resourceVersion));
        else expect([500, 504]).toContain(answer.status);
      }
    };
    const from = (await first!.client.get(MAPS)).body.metadata.resourceVersion as string;
    const writers = Array.from({ length: WRITERS }, (_, i) => write(i));
    await eventually(async () => expect(revisions.size).toBeGreaterThan(50));
    // Commits that do not wait for the standby would be lost.
    const held = proxy.hold(500);
    await delay(300);
    await primary.kill();
    proxy.cut();
    await held;
    const before = new Map(revisions);
    await standby.promote();
    await eventually(async () => expect(revisions.size).toBeGreaterThan(before.size + 50));
    isOver = true;
    await Promise.all(writers);
    for (const { client } of servers) {
      const { items } = (await client.get(MAPS)).body;
      const found = new Map(items.map(({ metadata }: Listed) => [metadata.name, Number(metadata.resourceVersion)]));
      for (const [name, revision] of revisions) expect([name, found.get(name)]).toEqual([name, revision]);
    }
    // Revisions continue: nothing that a client had seen before is given out again.
    const newest = Math.max(...before.values());
    for (const [name, revision] of revisions) if (!before.has(name)) expect(revision).toBeGreaterThan(newest);
    const watched = await second!.client.get(`${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=${from}`);
    const seen = watched.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { object: Listed }).object.metadata);
    const names = seen.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of revisions.keys()) expect(names).toContain(name);
    expect((await second!.client.get('/readyz')).status).toBe(200);
  });
});

interface Listed {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}
