import { QueueSetTrial } from '../../test/support/queue-set.js';
import type { SeatRequest } from './fair-queue.js';

const QUEUED = { queues: 8, handSize: 1, queueLength: 200 };

interface Client {
  readonly queue: number;
  readonly initialSeats?: number;
  /** Milliseconds that one of its requests takes. */
  readonly takes: number;
  /** Requests it keeps waiting or executing. */
  readonly width: number;
}

/** Runs clients that send one request after the other for some time; returns the seat-milliseconds of each. */
function share(trial: QueueSetTrial, clients: readonly Client[], milliseconds: number): number[] {
  const used = clients.map(() => 0);
  const open = clients.map(() => new Set<SeatRequest>());
  const run = (client: Client, i: number, request: SeatRequest): void => {
    const execute = (): void => {
      trial.clock.schedule(client.takes, () => {
        used[i] += client.takes * request.maxSeats;
        open[i].delete(request);
        trial.set.finish(request);
        fill(client, i);
      });
    };
    if (request.state === 'executing') execute();
    else request.onDecided = (isExecuted) => isExecuted && execute();
  };
  const fill = (client: Client, i: number): void => {
    while (open[i].size < client.width) {
      const request = trial.start([client.queue], { initialSeats: client.initialSeats ?? 1 });
      open[i].add(request);
      run(client, i, request);
    }
  };
  clients.forEach(fill);
  trial.clock.advance(milliseconds);
  return used;
}

const part = (used: readonly number[], i: number): number => used[i] / used.reduce((sum, value) => sum + value);

describe('fair dispatch', () => {
  it('gives flows with many and with few requests the same', () => {
    const clients = [
      { queue: 0, takes: 10, width: 100 },
      { queue: 1, takes: 10, width: 10 },
    ];
    const used = share(new QueueSetTrial(QUEUED, 4), clients, 5000);
    expect(part(used, 0)).toBeCloseTo(0.5, 1);
  });

  it('counts work and not requests: long ones and short ones', () => {
    const clients = [
      { queue: 0, takes: 50, width: 20 },
      { queue: 1, takes: 5, width: 20 },
    ];
    const used = share(new QueueSetTrial(QUEUED, 4), clients, 20_000);
    expect(part(used, 0)).toBeCloseTo(0.5, 1);
  });

  it('counts work and not requests: wide ones and narrow ones', () => {
    const clients = [
      { queue: 0, takes: 10, width: 20, initialSeats: 4 },
      { queue: 1, takes: 10, width: 40 },
    ];
    const used = share(new QueueSetTrial(QUEUED, 8), clients, 10_000);
    expect(part(used, 0)).toBeGreaterThan(0.4);
    expect(part(used, 0)).toBeLessThan(0.6);
  });

  it('gives what one flow does not use to the others', () => {
    const clients = [
      { queue: 0, takes: 10, width: 100 },
      { queue: 1, takes: 10, width: 1 },
    ];
    const trial = new QueueSetTrial(QUEUED, 4);
    const used = share(trial, clients, 5000);
    expect(part(used, 1)).toBeGreaterThanOrEqual(0.2);
    expect(used[0] + used[1]).toBeGreaterThan(4 * 5000 * 0.98);
  });

  it('serves a flow that comes late next, and does not let it catch up on the past', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const clients = [{ queue: 0, takes: 10, width: 50 }];
    share(trial, clients, 1000);
    const late = trial.startMany(20, [1]);
    trial.clock.advance(10);
    expect(late.filter(({ state }) => state === 'executing')).toHaveLength(1);
    const before = trial.set.queues.get(0)!.waiting.length;
    expect(trial.set.queues.get(1)!.nextDispatchR).toBeGreaterThanOrEqual(late[1].arrivalR);
    expect(before).toBeGreaterThan(0);
  });

  it('serves a flow that comes late next, also where requests take much longer than is assumed', () => {
    const trial = new QueueSetTrial(QUEUED, 10);
    // Heads that need several seats leave some unused, and others behind.
    const clients = [
      { queue: 0, takes: 190, width: 60 },
      { queue: 1, takes: 230, width: 60, initialSeats: 3 },
      { queue: 2, takes: 270, width: 60 },
    ];
    share(trial, clients, 5000);
    const earlier = Array.from({ length: 20 }, () => {
      const late = trial.start([5]);
      const before = trial.set.dispatched;
      while (late.state === 'waiting') trial.clock.advance(1);
      trial.set.finish(late);
      const count = trial.set.dispatched - before - 1;
      trial.clock.advance(137);
      return count;
    });
    expect(earlier.reduce((sum, count) => sum + count) / earlier.length).toBeLessThan(2.5);
  });

  it('goes round among queues that are equal', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const first = trial.start([7]);
    const waiting = [3, 1, 5].map((queue) => trial.start([queue]));
    trial.set.finish(first);
    expect(waiting.map(({ state }) => state)).toEqual(['waiting', 'executing', 'waiting']);
    trial.set.finish(waiting[1]);
    expect(waiting.map(({ state }) => state)).toEqual(['executing', 'finished', 'waiting']);
  });
});

describe('the progress meter', () => {
  it('advances by the seats in use, divided among busy queues', () => {
    const trial = new QueueSetTrial(QUEUED, 4);
    trial.startMany(3, [0]);
    trial.start([1]);
    trial.clock.advance(1000);
    trial.start([2]);
    expect(trial.set.currentR).toBeCloseTo(2, 9);
  });

  it('advances by no more than the seats there are', () => {
    const trial = new QueueSetTrial(QUEUED, 4);
    trial.startMany(50, [0]);
    trial.clock.advance(500);
    trial.start([0]);
    expect(trial.set.currentR).toBeCloseTo(2, 9);
  });

  it('stands still without requests', () => {
    const trial = new QueueSetTrial(QUEUED, 4);
    const request = trial.start([0]);
    trial.clock.advance(10);
    trial.set.finish(request);
    trial.clock.advance(1000);
    trial.start([0]);
    expect(trial.set.currentR).toBeCloseTo(0.01, 9);
  });
});
