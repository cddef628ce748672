import { SeatPool } from './seat-pool.js';

/** Takes seats until one is refused, and returns their number. */
function takeAll(pool: SeatPool, user: string): number {
  let taken = 0;
  while (taken < 1000 && pool.take(user)) taken++;
  return taken;
}

describe('SeatPool.take()', () => {
  it('leaves a quarter of the seats to others', () => {
    const pool = new SeatPool(400);
    expect([takeAll(pool, 'greedy'), takeAll(pool, 'other')]).toEqual([300, 100]);
  });

  it('gives one user no more than half once few seats are free', () => {
    const pool = new SeatPool(400);
    for (let i = 0; i < 250; i++) pool.take(`user-${i}`);
    expect(takeAll(pool, 'greedy')).toBe(150);
    const shared = new SeatPool(400);
    for (let i = 0; i < 100; i++) shared.take(`user-${i}`);
    expect(takeAll(shared, 'greedy')).toBe(200);
  });

  it('gives any seat to users with no more than one', () => {
    const pool = new SeatPool(2);
    expect([pool.take('a'), pool.take('a'), pool.take('b')]).toEqual([true, true, false]);
  });

  it('takes back what was taken', () => {
    const pool = new SeatPool(2);
    pool.take('a');
    pool.take('a');
    pool.giveBack('a');
    expect([pool.take('b'), pool.take('c')]).toEqual([true, false]);
  });

  it('refuses nobody without a limit, and nobody who is privileged', () => {
    expect(takeAll(new SeatPool(0), 'a')).toBe(1000);
    const full = new SeatPool(1);
    full.take('a');
    expect([full.take('b'), full.take('admin', true)]).toEqual([false, true]);
  });
});
