import { QueueSetTrial } from '../../test/support/queue-set.js';
import type { SeatRequest } from './fair-queue.js';

const QUEUED = { queues: 8, handSize: 1, queueLength: 3 };
const REJECTING = { queues: 0, handSize: 0, queueLength: 0 };
const EXEMPT = { queues: -1, handSize: 0, queueLength: 0 };

const statesOf = (requests: readonly SeatRequest[]): string[] => requests.map(({ state }) => state);
const executing = (requests: readonly SeatRequest[]): number =>
  requests.filter(({ state }) => state === 'executing').length;

describe('a level that rejects', () => {
  it('executes as many requests as it has seats', () => {
    const trial = new QueueSetTrial(REJECTING, 2);
    const requests = trial.startMany(3, []);
    expect(statesOf(requests)).toEqual(['executing', 'executing', 'rejected']);
    trial.set.finish(requests[0]);
    expect([trial.start([]).state, trial.set.rejected]).toEqual(['executing', 1]);
  });

  it('executes a request that needs more seats than there are alone', () => {
    const trial = new QueueSetTrial(REJECTING, 2);
    const wide = trial.start([], { initialSeats: 5 });
    expect([wide.state, trial.start([]).state]).toEqual(['executing', 'rejected']);
  });
});

describe('an exempt level', () => {
  it('has no limit', () => {
    const trial = new QueueSetTrial(EXEMPT, 0);
    expect(executing(trial.startMany(50, []))).toBe(50);
    expect(trial.set.seatsInUse).toBe(50);
  });
});

describe('a level with queues', () => {
  it('lets requests wait without a seat, and rejects beyond the length of a queue', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const requests = trial.startMany(5, [0]);
    expect(statesOf(requests)).toEqual(['executing', 'waiting', 'waiting', 'waiting', 'rejected']);
    expect(trial.start([1]).state).toBe('waiting');
  });

  it('executes waiting requests in their order when seats become free', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const [first, second, third] = trial.startMany(3, [0]);
    const decisions: string[] = [];
    second.onDecided = (isExecuted) => decisions.push(`second ${isExecuted}`);
    third.onDecided = (isExecuted) => decisions.push(`third ${isExecuted}`);
    trial.set.finish(first);
    trial.set.finish(second);
    expect(decisions).toEqual(['second true', 'third true']);
    trial.set.finish(third);
    expect([trial.set.isIdle, trial.set.seatsInUse, trial.set.dispatched]).toEqual([true, 0, 3]);
  });

  it('chooses the queue of a hand with the least waiting work', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    trial.start([7]);
    trial.startMany(2, [0]);
    trial.start([0, 1]);
    trial.start([0, 1]);
    expect([...trial.set.queues].map(([index, { waiting }]) => [index, waiting.length])).toEqual([
      [7, 0],
      [0, 2],
      [1, 2],
    ]);
  });

  it('uses more seats at once when it gets more', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const requests = trial.startMany(4, [0]);
    trial.set.configure(QUEUED, 3, 3);
    expect(executing(requests)).toBe(3);
  });

  it('executes nothing without seats', () => {
    const trial = new QueueSetTrial(QUEUED, 0);
    expect(statesOf(trial.startMany(4, [0]))).toEqual(['waiting', 'waiting', 'waiting', 'rejected']);
  });

  it('keeps queues until they are empty when it gets fewer', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const [first, second] = trial.startMany(2, [5]);
    trial.set.configure({ ...QUEUED, queues: 2 }, 1, 1);
    trial.set.finish(first);
    expect(second.state).toBe('executing');
    trial.set.finish(second);
    expect([...trial.set.queues.keys()]).toEqual([]);
  });
});

describe('waiting too long', () => {
  it('rejects a request, and lets those behind it through', () => {
    const trial = new QueueSetTrial(QUEUED, 2);
    const [first] = trial.startMany(1, [0]);
    const wide = trial.start([1], { initialSeats: 2 });
    const narrow = trial.start([1]);
    expect(statesOf([first, wide, narrow])).toEqual(['executing', 'waiting', 'waiting']);
    trial.set.giveUp(wide, 'time-out');
    expect(statesOf([wide, narrow])).toEqual(['rejected', 'executing']);
    expect([trial.set.timedOut, trial.set.cancelled, trial.set.rejected, trial.set.waitingCount]).toEqual([1, 0, 1, 0]);
  });

  it('has no effect on a request that executes', () => {
    const trial = new QueueSetTrial(QUEUED, 1);
    const request = trial.start([0]);
    trial.set.giveUp(request, 'cancelled');
    expect([request.state, trial.set.cancelled]).toEqual(['executing', 0]);
  });
});

describe('final seats', () => {
  const write = { finalSeats: 3, additionalLatency: 5 };

  it('are reserved from the start, and released some time after the end', () => {
    const trial = new QueueSetTrial(QUEUED, 4);
    const request = trial.start([0], write);
    expect(trial.set.seatsInUse).toBe(3);
    trial.set.finish(request);
    expect([trial.set.executingCount, trial.set.seatsInUse, trial.set.isIdle]).toEqual([0, 3, true]);
    const waiting = trial.startMany(2, [1]);
    trial.clock.advance(4.9);
    expect(executing(waiting)).toBe(1);
    trial.clock.advance(0.1);
    expect([executing(waiting), trial.set.seatsInUse]).toEqual([2, 2]);
  });

  it('are no more than there are, for a longer time', () => {
    const trial = new QueueSetTrial(QUEUED, 2);
    const request = trial.start([0], { finalSeats: 6, additionalLatency: 5 });
    expect([trial.set.seatsInUse, request.estimate]).toEqual([
      2,
      { initialSeats: 1, finalSeats: 2, additionalLatency: 15 },
    ]);
  });
});
