import { ConnectionPool, type PooledConnection } from './connection-pool.js';

class FakeConnection implements PooledConnection {
  isClosed = false;
  hasBeenUsed = false;

  constructor(
    readonly owner: string,
    private readonly busy = false,
  ) {}

  isBusy(): boolean {
    return this.busy;
  }

  hasMoved(): boolean {
    const { hasBeenUsed } = this;
    this.hasBeenUsed = false;
    return hasBeenUsed;
  }

  retire(): void {}

  close(): void {
    this.isClosed = true;
  }
}

/** A full pool, and its connections. */
function fill(...connections: FakeConnection[]): ConnectionPool {
  const pool = new ConnectionPool(connections.length);
  for (const connection of connections) expect(pool.admit(connection)).toBe(true);
  return pool;
}

const closed = (...connections: FakeConnection[]): boolean[] => connections.map(({ isClosed }) => isClosed);

describe('ConnectionPool.admit()', () => {
  it('closes the oldest idle connection when there is no room', () => {
    const [busy, old, young] = [new FakeConnection('a', true), new FakeConnection('a'), new FakeConnection('a')];
    const pool = fill(busy, old, young);
    expect(pool.admit(new FakeConnection('a'))).toBe(true);
    expect(closed(busy, old, young)).toEqual([false, true, false]);
  });

  it('spares those that were used since room was last made', () => {
    const [used, unused] = [new FakeConnection('a'), new FakeConnection('a')];
    const pool = fill(used, unused);
    used.hasBeenUsed = true;
    pool.admit(new FakeConnection('a', true));
    expect(closed(used, unused)).toEqual([false, true]);
    used.hasBeenUsed = true;
    expect(pool.admit(new FakeConnection('a'))).toBe(true);
    expect(used.isClosed).toBe(true);
  });

  it('takes from the owner who has most, even what is busy, for one who has less', () => {
    const few = new FakeConnection('few');
    const many = [1, 2, 3].map(() => new FakeConnection('many', true));
    const pool = fill(few, ...many);
    expect(pool.admit(new FakeConnection('new'))).toBe(true);
    expect(closed(few, ...many)).toEqual([false, true, false, false]);
  });

  it('refuses an owner who has as many as anybody, when all are busy', () => {
    const all = [1, 2].map(() => new FakeConnection('a', true));
    const pool = fill(...all);
    expect(pool.admit(new FakeConnection('a'))).toBe(false);
    expect(closed(...all)).toEqual([false, false]);
  });

  it('finds any idle connection, when no owner has more than others', () => {
    const [busy, idle] = [new FakeConnection('a', true), new FakeConnection('b')];
    expect(fill(busy, idle).admit(new FakeConnection('c'))).toBe(true);
    expect(closed(busy, idle)).toEqual([false, true]);
  });

  it('counts what has ended no more', () => {
    const connection = new FakeConnection('a', true);
    const pool = fill(connection);
    pool.remove(connection);
    pool.remove(connection);
    expect([pool.admit(new FakeConnection('a', true)), pool.admit(new FakeConnection('a', true))]).toEqual([
      true,
      false,
    ]);
  });

  it('takes everybody without a limit', () => {
    const pool = new ConnectionPool(0);
    expect([1, 2, 3].every(() => pool.admit(new FakeConnection('a', true)))).toBe(true);
  });
});
