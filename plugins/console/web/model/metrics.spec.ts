import { countOf, difference, latenciesIn, quantile } from './metrics.js';

const line = (verb: string, le: string, value: number): string =>
  `apiserver_request_duration_seconds_bucket{component="apiserver",verb="${verb}",scope="resource",le="${le}"} ${value}\n`;
const PAGE = [
  ['GET', '0.1', 8],
  ['GET', '0.2', 10],
  ['GET', '+Inf', 10],
  ['WATCH', '+Inf', 99],
] as const;
const text = PAGE.map(([verb, le, value]) => line(verb, le, value)).join('');

describe('latenciesIn()', () => {
  it('sums buckets by verb, without requests that last as long as their client wants', () => {
    const found = latenciesIn(text + text);
    expect([...found.keys()]).toEqual(['GET']);
    expect(found.get('GET')).toEqual({ bounds: [0.1, 0.2, Infinity], counts: [16, 20, 20] });
  });
});

describe('quantile()', () => {
  const histogram = { bounds: [0.1, 0.2, Infinity], counts: [8, 10, 10] };

  it.each<[number, number]>([
    [0.4, 0.05],
    [0.8, 0.1],
    [0.9, 0.15],
    [1, 0.2],
  ])('of %d is %d', (fraction, seconds) => {
    expect(quantile(histogram, fraction)).toBeCloseTo(seconds);
  });

  it('is the last bound for slower ones, and nothing without requests', () => {
    expect(quantile({ ...histogram, counts: [0, 0, 5] }, 0.99)).toBe(0.2);
    expect(quantile({ ...histogram, counts: [0, 0, 0] }, 0.5)).toBeUndefined();
  });
});

describe('difference()', () => {
  it('is what came since, or everything after a restart with other buckets', () => {
    const before = { bounds: [1, Infinity], counts: [1, 2] };
    const after = { bounds: [1, Infinity], counts: [4, 6] };
    expect(difference(after, before).counts).toEqual([3, 4]);
    expect(difference(after, undefined)).toBe(after);
    expect(countOf(after)).toBe(6);
  });
});
