import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestClient } from '../support/test-client.js';
import { startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { WorkerServer } from '../support/worker-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const COUNTED = /^apiserver_request_total\{.*resource="configmaps".*verb="LIST".*\} (\d+)$/gm;

let whole: WorkerServer;
let first: TestClient;
let second: TestClient;

beforeAll(async () => {
  whole = await WorkerServer.start(['--max-requests-inflight=31', '--max-mutating-requests-inflight=9']);
  [first, second] = [await whole.clientOf(1), await whole.clientOf(2)];
});
afterAll(() => whole.stop());

const configMap = (name: string, text: string): object => ({ metadata: { name }, data: { text } });

async function listsCounted(client: TestClient): Promise<number> {
  const { text } = await client.get('/metrics');
  return [...text.matchAll(COUNTED)].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('two workers', () => {
  it('show each what the other has acknowledged, a thousand times', async () => {
    let { body } = await first.post(MAPS, configMap('turns', '0'));
    for (let i = 1; i <= 1000; i++) {
      const [writer, reader] = i % 2 ? [first, second] : [second, first];
      const written = await writer.put(`${MAPS}/turns`, { ...body, data: { text: String(i) } });
      expect(written.status).toBe(200);
      ({ body } = await reader.get(`${MAPS}/turns`));
      expect(body.data.text).toBe(String(i));
    }
  });

  it('show lists what the other has just created', async () => {
    for (let i = 0; i < 50; i++) {
      await first.post(MAPS, configMap(`listed-${i}`, ''));
      const { items } = (await second.get(`${MAPS}?fieldSelector=metadata.name=listed-${i}`)).body;
      expect(items).toHaveLength(1);
    }
  });

  it('let one of the writes from one version win', async () => {
    const { body } = await first.post(MAPS, configMap('contended', 'start'));
    const writes = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? first : second).put(`${MAPS}/contended`, { ...body, data: { text: `${i}` } }),
    );
    const codes = (await Promise.all(writes)).map(({ status }) => status).sort();
    expect(codes).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  it('deliver watches what the other has written, and go on from a version of the other', async () => {
    const { body } = await first.get(`${MAPS}?limit=1`);
    const from = body.metadata.resourceVersion as string;
    await first.post(MAPS, configMap('watched-1', ''));
    const watching = await whole.clientOf(2);
    const watch = await watching.watch(`${MAPS}?resourceVersion=${from}`);
    await first.post(MAPS, configMap('watched-2', ''));
    expect(await watch.names(2)).toEqual(['ADDED watched-1', 'ADDED watched-2']);
    watch.stop();
  });

  it('continue lists that the other has begun', async () => {
    const page = (await first.get(`${MAPS}?limit=2`)).body;
    const next = await second.get(`${MAPS}?limit=2&continue=${encodeURIComponent(page.metadata.continue)}`);
    expect(next.status).toBe(200);
    expect(next.body.metadata.resourceVersion).toBe(page.metadata.resourceVersion);
  });

  it('count requests together, whichever is asked', async () => {
    const before = await listsCounted(first);
    await first.get(MAPS);
    await second.get(MAPS);
    await second.get(MAPS);
    expect(await listsCounted(second)).toBe(before + 3);
    expect(await listsCounted(first)).toBe(before + 3);
  });

  it('reset the metrics of all', async () => {
    expect((await second.delete('/metrics')).status).toBe(200);
    await eventually(async () => expect(await listsCounted(first)).toBe(0));
  });

  it('divide the seats', async () => {
    const { text } = await first.get('/metrics');
    const limits = [...text.matchAll(/^apiserver_flowcontrol_nominal_limit_seats\{.*\} (\d+)$/gm)];
    // 15 and 4 of each worker, shared out by the levels of priority, rounded up.
    const total = limits.reduce((sum, [, seats]) => sum + Number(seats), 0);
    expect(total).toBeGreaterThanOrEqual(2 * 19);
    expect(total).toBeLessThanOrEqual(2 * 19 + 2 * limits.length);
    const dump = await second.get('/debug/api_priority_and_fairness/dump_priority_levels');
    expect(dump.headers['x-binnacle-worker']).toBe('2');
  });

  it('are one server: one identity, one address, controllers in one of them', async () => {
    const leases = (await first.get('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases')).body;
    expect(leases.items).toHaveLength(1);
    expect((await second.get('/api/v1/namespaces/default/endpoints/kubernetes')).body.subsets).toHaveLength(1);
    await second.post('/api/v1/namespaces', { metadata: { name: 'kept' } });
    await eventually(async () =>
      expect((await second.get('/api/v1/namespaces/kept/configmaps/kube-root-ca.crt')).status).toBe(200),
    );
  });

  it('read changed files again on SIGHUP, all of them', async () => {
    const tokens = join(whole.directory, 'tokens.csv');
    const text = await readFile(tokens, 'utf8');
    await writeFile(tokens, `${text}later,anna,2,system:masters\n`);
    process.kill(whole.server.pid, 'SIGHUP');
    await eventually(async () => {
      for (const client of [first, second])
        expect((await client.request('GET', MAPS, { token: 'later' })).status).toBe(200);
    });
  });

  it('are all replaced on SIGUSR2 that comes while they start', async () => {
    const begun = await WorkerServer.begin();
    try {
      await begun.replaceWorkers();
    } finally {
      await begun.stop();
    }
  });

  it('are refused with the reason where the first cannot start', async () => {
    const started = startBuiltServer(['--workers=2', '--plugins=/no/such/plugin.js']);
    await expect(started).rejects.toThrow('/no/such/plugin.js: there is no such file');
  });

  it('leave nothing but files of one server behind', async () => {
    expect((await readdir(whole.server.dataDir)).sort()).toEqual(['certs', 'store']);
  });
});
