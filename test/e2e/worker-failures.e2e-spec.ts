import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import type { TestClient } from '../support/test-client.js';
import { WorkerServer } from '../support/worker-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

let whole: WorkerServer;

beforeEach(async () => {
  whole = await WorkerServer.start();
});
afterEach(async () => whole.stop());

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** Clients that create objects until `stop`; refusals and broken connections are no acknowledgements. */
class Writers {
  readonly acknowledged: string[] = [];
  readonly failures: unknown[] = [];
  readonly codes = new Set<number>();
  private isStopped = false;
  private readonly work: Promise<unknown>;

  constructor(clients: readonly TestClient[]) {
    this.work = Promise.all(clients.map((client, i) => this.write(client, i)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.work;
  }

  private async write(client: TestClient, writer: number): Promise<void> {
    for (let i = 0; !this.isStopped; i++) {
      const name = `w${writer}-${i}`;
      const answer = await client.post(MAPS, { metadata: { name } }).catch((error: unknown) => error);
      if (!(typeof answer === 'object' && answer !== null && 'status' in answer)) this.failures.push(answer);
      else this.codes.add(answer.status as number);
      if ((answer as { status?: number }).status === 201) this.acknowledged.push(name);
      else await delay(10);
    }
  }
}

const namesOf = async (client: TestClient): Promise<Set<string>> => {
  const { items } = (await client.get(MAPS)).body;
  return new Set(items.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
};

describe('a server with two workers', () => {
  it('replaces workers that are killed under load, and loses no acknowledged write', async () => {
    const writers = new Writers(Array.from({ length: 8 }, () => whole.client(1)));
    for (let round = 0; round < 4; round++) {
      await delay(700);
      const [victim] = await whole.workers();
      process.kill(victim!, 'SIGKILL');
      await eventually(async () => {
        const now = await whole.workers();
        expect([now.length, now.includes(victim!)]).toEqual([2, false]);
      });
      await whole.clientOf(round % 2 ? 1 : 2);
    }
    await writers.stop();
    expect(writers.acknowledged.length).toBeGreaterThan(100);
    for (const worker of [1, 2]) {
      const names = await namesOf(await whole.clientOf(worker));
      expect(writers.acknowledged.filter((name) => !names.has(name))).toEqual([]);
    }
    // Another worker continues with the controllers.
    const client = whole.client();
    await client.post('/api/v1/namespaces', { metadata: { name: 'later' } });
    const path = '/api/v1/namespaces/later/configmaps/kube-root-ca.crt';
    await eventually(async () => expect((await client.get(path)).status).toBe(200));
    const { text } = await client.get('/metrics');
    expect(text).toMatch(/^binnacle_worker_replacements_total 4$/m);
  });

  it('replaces its workers on SIGUSR2 without failing a request', async () => {
    const writers = new Writers(Array.from({ length: 8 }, () => whole.client(1)));
    const watch = await whole.client(1).watch(MAPS);
    const watched = (async () => {
      while (await watch.next());
      return 'ended';
    })();
    await delay(500);
    await whole.replaceWorkers();
    await delay(300);
    await writers.stop();
    expect([writers.failures, [...writers.codes]]).toEqual([[], [201]]);
    expect(await watched).toBe('ended');
    const names = await namesOf(whole.client());
    expect(writers.acknowledged.filter((name) => !names.has(name))).toEqual([]);
  });

  it('replaces on SIGUSR2 a worker that is still taking the place of one that was killed', async () => {
    const [victim] = await whole.workers();
    process.kill(victim!, 'SIGKILL');
    await eventually(async () => {
      const now = await whole.workers();
      expect([now.length, now.includes(victim!)]).toEqual([2, false]);
    });
    await whole.replaceWorkers();
  });

  it('keeps what ended workers have counted', async () => {
    await (await whole.clientOf(1)).get(MAPS);
    const counted = async (): Promise<number> => {
      const { text } = await whole.client(1).get('/metrics');
      return Number(/^apiserver_request_total\{.*resource="configmaps".*verb="LIST".*\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await counted();
    expect(before).toBeGreaterThan(0);
    await whole.replaceWorkers();
    await eventually(async () => expect(await counted()).toBe(before));
  });

  it('ends with all its workers on SIGTERM', async () => {
    const pids = await whole.workers();
    const watch = await whole.client(1).watch(MAPS);
    const ended = (async () => {
      while (await watch.next());
      return 'ended';
    })();
    expect([await whole.stop(), await ended]).toEqual([0, 'ended']);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('does not outlive its first process', async () => {
    const pids = await whole.workers();
    await whole.server.kill();
    await eventually(async () => expect(pids.filter(isAlive)).toEqual([]));
  });
});
