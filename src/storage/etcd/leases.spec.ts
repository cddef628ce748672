import { Leases } from './leases.js';

describe('Leases', () => {
  let now: number;
  let granted: number[];
  let leases: Leases;

  beforeEach(() => {
    now = 0;
    granted = [];
    leases = new Leases(
      async (seconds) => String(granted.push(seconds)),
      () => now,
    );
  });

  it('makes a lease longer by a twentieth, and by a minute at most', async () => {
    await leases.leaseOf(200);
    await leases.leaseOf(3600);
    expect(granted).toEqual([210, 3660]);
  });

  it('gives keys that expire at about the same time one lease', async () => {
    const first = await leases.leaseOf(3600);
    now = 59_000;
    expect(await leases.leaseOf(3600)).toBe(first);
    now = 60_000;
    expect(await leases.leaseOf(3600)).not.toBe(first);
    expect(granted).toHaveLength(2);
  });

  it('gives a key whose time is another one a lease of its own', async () => {
    const long = await leases.leaseOf(3600);
    expect(await leases.leaseOf(60)).not.toBe(long);
    expect(await leases.leaseOf(3600)).not.toBe(long);
  });

  it('gives a thousand keys one lease at most', async () => {
    const ids = await Promise.all(Array.from({ length: 1001 }, () => leases.leaseOf(3600)));
    expect([new Set(ids.slice(0, 1000)).size, ids[999] === ids[1000]]).toEqual([1, false]);
  });

  it('asks again after a grant that failed, and for one that is gone', async () => {
    let fails = true;
    const grant = async (): Promise<string> => {
      if (fails) throw new Error('away');
      return String(granted.push(1));
    };
    const shaky = new Leases(grant, () => now);
    await expect(shaky.leaseOf(60)).rejects.toThrow('away');
    fails = false;
    expect(await shaky.leaseOf(60)).toBe('1');
    shaky.forget();
    expect(await shaky.leaseOf(60)).toBe('2');
  });
});
