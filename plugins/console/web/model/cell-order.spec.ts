import { cellKey, compareKeys } from './cell-order.js';

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
