import { beganAt, cellKey, compareKeys, orderKeyOf } from './cell-order.js';

const sorted = (cells: unknown[]): unknown[] => [...cells].sort((a, b) => compareKeys(cellKey(a), cellKey(b)));

describe('the order of cells', () => {
  it.each<[string, unknown[]]>([
    ['numbers', [-1, 2, 10]],
    ['numbers as texts', ['2', '10', '100']],
    ['durations by their length', ['9s', '2m', '1h1m', '3h', '2d', '1y']],
    ['quantities by their size', ['900Ki', '1Mi', '20Mi', '1Gi']],
    ['numbers within texts', ['1/2', '1/10', '2/2']],
    ['texts after numbers', ['5', '<none>', 'Running']],
    ['nothing first', [null, 'a']],
  ])('has %s', (_, cells) => {
    expect(sorted([...cells].reverse())).toEqual(cells);
  });
});

describe('times since something happened', () => {
  const columns = [
    { name: 'Name', type: 'string' },
    { name: 'Last Seen', type: 'string' },
  ];
  const row = (seen: string, at: number) => ({ cells: ['a', seen], object: { metadata: { name: 'a' } }, at });

  it('go on after they were sent', () => {
    expect(beganAt(row('2m', 500_000), 1)).toBe(380_000);
    expect(beganAt(row('<unknown>', 500_000), 1)).toBeUndefined();
  });

  it('are ordered by when it was, whenever they were sent', () => {
    const keyIn = orderKeyOf(1, columns);
    const [old, recent] = [row('10s', 100_000), row('60s', 500_000)];
    expect(compareKeys(keyIn(recent), keyIn(old))).toBe(-1);
  });
});
