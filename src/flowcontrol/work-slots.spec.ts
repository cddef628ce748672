import { FakeClock } from '../testing/fake-clock.js';
import { type WorkSlot, WorkSlots } from './work-slots.js';

let clock: FakeClock;
let slots: WorkSlots;

beforeEach(() => {
  clock = new FakeClock();
  slots = new WorkSlots(clock);
});

/** Takes slots; answers them with the numbers of those whose turn came. */
function takeMany(count: number): { taken: WorkSlot[]; begun: number[] } {
  const begun: number[] = [];
  const taken = Array.from({ length: count }, (_, i) => {
    const slot = slots.take();
    if (slot.ready) void slot.ready.then(() => begun.push(i));
    else begun.push(i);
    return slot;
  });
  return { taken, begun };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('WorkSlots', () => {
  it('lets four begin at once, and others in their order', async () => {
    const { taken, begun } = takeMany(7);
    expect(begun).toHaveLength(4);
    taken[3].release();
    taken[3].release();
    await settle();
    expect(begun.slice(4)).toEqual([4]);
    taken[4].release();
    taken[0].release();
    await settle();
    expect(begun.slice(4)).toEqual([4, 5, 6]);
  });

  it('gives the slot of a request that takes long to another one', async () => {
    const { begun } = takeMany(5);
    clock.advance(99);
    await settle();
    expect(begun).toHaveLength(4);
    clock.advance(1);
    await settle();
    expect(begun).toHaveLength(5);
  });

  it('skips those who left, and keeps nothing', async () => {
    const { taken, begun } = takeMany(6);
    taken[4].release();
    taken[0].release();
    await settle();
    expect(begun).toContain(5);
    taken.forEach((slot) => slot.release());
    expect(takeMany(4).begun).toHaveLength(4);
    clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
  });
});
