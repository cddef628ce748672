import { conflict, alreadyExists, notFound, StatusError } from '../../apimachinery/index.js';
import { FakeClock } from '../../testing/index.js';
import { Client } from '../client.js';
import { type ClientAnswer, type ClientRequest, type ClientStream, Transport } from '../transport/transport.js';
import { LeaderElector, type LeaderElectorSettings } from './leader-elector.js';
import type { LeaseObject } from './lease.js';

const GR = { group: 'coordination.k8s.io', resource: 'leases' };

/** A server with one lease. */
class LeaseServer extends Transport {
  lease: LeaseObject | undefined;
  writes = 0;
  isDown = false;
  private revision = 0;

  async send({ method, body }: ClientRequest): Promise<ClientAnswer> {
    await Promise.resolve();
    try {
      return { status: 200, headers: {}, body: JSON.stringify(this.answer(method, body)) };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { status: error.code, headers: {}, body: JSON.stringify(error.status) };
    }
  }

  stream(): Promise<ClientStream> {
    return Promise.reject(new Error('no streams'));
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  private answer(method: string, body: string | undefined): LeaseObject {
    if (this.isDown)
      throw new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 500 });
    if (method === 'GET') {
      if (!this.lease) throw notFound(GR, 'tide');
      return this.lease;
    }
    const sent = JSON.parse(body!) as LeaseObject;
    if (method === 'POST' && this.lease) throw alreadyExists(GR, 'tide');
    const isOld = sent.metadata.resourceVersion !== this.lease?.metadata.resourceVersion;
    if (method === 'PUT' && isOld) throw conflict(GR, 'tide', 'changed');
    this.writes++;
    this.lease = { ...sent, metadata: { ...sent.metadata, resourceVersion: String(++this.revision) } };
    return this.lease;
  }
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};

describe('LeaderElector', () => {
  let server: LeaseServer;
  let clock: FakeClock;
  let log: string[];

  beforeEach(() => {
    [server, clock, log] = [new LeaseServer(), new FakeClock(), []];
  });

  /** A candidate, whose clock may be wrong. */
  function candidate(
    identity: string,
    { skew = 0, ...settings }: Partial<LeaderElectorSettings> & { skew?: number } = {},
  ) {
    const own = Object.assign(Object.create(clock) as FakeClock, { now: () => clock.now() + skew });
    const ending = new AbortController();
    const lead = async (signal: AbortSignal): Promise<void> => {
      log.push(`${identity} leads`);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      log.push(`${identity} stops`);
    };
    const client = new Client(server, { clock: own });
    const elector = new LeaderElector(client, { namespace: 'harbor', name: 'tide', identity, lead, ...settings });
    const ended = elector.run(ending.signal);
    return { elector, ended, stop: () => (ending.abort(), ended) };
  }

  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      clock.advance(100);
      await settle();
    }
  }

  it('creates the lease, renews it, and releases it', async () => {
    const a = candidate('a');
    await settle();
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 });
    const { acquireTime, renewTime } = server.lease!.spec!;
    await pass(10_000);
    expect(server.lease?.spec?.acquireTime).toBe(acquireTime);
    expect(server.lease!.spec!.renewTime! > renewTime!).toBe(true);
    expect(server.writes).toBe(6);
    await a.stop();
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect(log).toEqual(['a leads', 'a stops']);
  });

  it('has one leader, and another at once when that one releases the lease', async () => {
    const a = candidate('a');
    await settle();
    const b = candidate('b');
    await pass(30_000);
    expect(log).toEqual(['a leads']);
    expect([b.elector.leader, b.elector.isLeader]).toEqual(['a', false]);
    await a.stop();
    await pass(5_000);
    expect(log).toEqual(['a leads', 'a stops', 'b leads']);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
    await b.stop();
  });

  it.each([0, -3_600_000, 3_600_000])(
    'takes over %i ms of clock skew after a whole lease without renewal',
    async (skew) => {
      server.lease = {
        metadata: { name: 'tide', resourceVersion: '0' },
        spec: {
          holderIdentity: 'dead',
          leaseDurationSeconds: 15,
          renewTime: '2000-01-01T00:00:00.000000Z',
          leaseTransitions: 4,
        },
      };
      const b = candidate('b', { skew });
      await pass(14_800);
      expect(log).toEqual([]);
      await pass(5_000);
      expect(log).toEqual(['b leads']);
      expect(server.lease.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 5 });
      await b.stop();
    },
  );

  it('stops leading before others may, when it cannot renew', async () => {
    const a = candidate('a');
    await settle();
    server.isDown = true;
    await pass(10_100);
    expect(log).toEqual(['a leads', 'a stops']);
    server.isDown = false;
    await pass(5_000);
    expect(log.at(-1)).toBe('a leads');
    await a.stop();
  });

  it('stops leading when another has taken the lease', async () => {
    const a = candidate('a');
    await settle();
    const { spec, metadata } = server.lease!;
    server.lease = { metadata: { ...metadata, resourceVersion: 'x' }, spec: { ...spec, holderIdentity: 'b' } };
    await pass(2_100);
    expect(log).toEqual(['a leads', 'a stops']);
    await a.stop();
    expect(server.lease.spec?.holderIdentity).toBe('b');
  });

  it('ends with its work, and fails with it, releasing the lease', async () => {
    const a = candidate('a', { lead: () => Promise.reject(new Error('leaky')) });
    await expect(a.ended).rejects.toThrow('leaky');
    expect(server.lease?.spec?.holderIdentity).toBe('');
    await candidate('b', { lead: () => Promise.resolve() }).ended;
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseTransitions: 1 });
  });

  it('reports leaders', async () => {
    const leaders: string[] = [];
    const a = candidate('a');
    await settle();
    const b = candidate('b', { onNewLeader: (leader) => leaders.push(leader) });
    await pass(1_000);
    await a.stop();
    await pass(5_000);
    expect(leaders).toEqual(['a', 'b']);
    await b.stop();
  });

  it.each([
    [{ leaseDuration: 10_000, renewDeadline: 10_000 }, 'greater than renewDeadline'],
    [{ renewDeadline: 2_400, retryPeriod: 2_000 }, 'greater than 1.2 retryPeriods'],
    [{ leaseDuration: 500, renewDeadline: 400, retryPeriod: 100 }, 'at least a second'],
  ])('refuses durations that cannot work: %j', (durations, text) => {
    expect(() => candidate('a', durations)).toThrow(text);
  });
});
