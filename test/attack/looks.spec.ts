import { LOOKS, leastWait, slowness } from './looks.js';
import type { Prober } from './support.js';

/** A prober whose waits during the work are these, one look after another. */
function proberOf(...waits: readonly number[]): Prober {
  const left = waits.flatMap((wait) => [0, wait]);
  return { takeWorst: () => Promise.resolve(left.shift()!) } as Pick<Prober, 'takeWorst'> as Prober;
}

it('looks again where a neighbour was held up, and no more after a look without', async () => {
  const made: number[] = [];
  const prepare = (): Promise<number> => Promise.resolve(made.push(0));
  const work = (): Promise<void> => Promise.resolve();
  expect(await leastWait({ prober: proberOf(1e9, 7, 1), limit: 250, prepare, work })).toBe(7);
  expect(made).toHaveLength(2);
});

it('reports who was held up in every look', async () => {
  const looks: number[] = [];
  const work = (): Promise<number> => Promise.resolve(looks.push(0));
  expect(await leastWait({ prober: proberOf(1e9, 1e9, 1e9), limit: 250, work })).toBeGreaterThan(250);
  expect(looks).toHaveLength(LOOKS);
});

it('never takes the machine for a faster one', () => expect(slowness()).toBeGreaterThanOrEqual(1));
