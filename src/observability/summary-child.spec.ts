import { QuantileStream } from './quantile-stream.js';
import { SummaryChild } from './summary-child.js';

const OBJECTIVES = [
  { quantile: 0.5, error: 0.05 },
  { quantile: 0.9, error: 0.01 },
  { quantile: 0.99, error: 0.001 },
];
const HOUR_MS = 3_600_000;

/** Numbers from 0 to 1 in an order without pattern, the same ones each time. */
function* mixed(count: number): Generator<number> {
  for (let i = 1; i <= count; i++) yield (i * 0.6180339887498949) % 1;
}

describe('SummaryChild', () => {
  let now: number;
  let summary: SummaryChild;

  beforeEach(() => {
    now = 0;
    summary = new SummaryChild({ objectives: OBJECTIVES, maxAge: 5 * 3600 }, () => now);
  });

  it('knows quantiles as well as was asked for', () => {
    for (const value of mixed(100_000)) summary.observe(value);
    for (const [i, value] of summary.quantiles().entries()) {
      const { quantile, error } = OBJECTIVES[i];
      expect(Math.abs(value - quantile)).toBeLessThanOrEqual(error);
    }
    expect(summary.count).toBe(100_000);
    expect(summary.sum).toBeCloseTo(50_000, -2);
  });

  it('has no quantiles before the first observation', () => {
    expect(summary.quantiles()).toEqual([NaN, NaN, NaN]);
  });

  it('answers with the only observation', () => {
    summary.observe(7);
    expect(summary.quantiles()).toEqual([7, 7, 7]);
  });

  it('forgets observations after their time, hour by hour, but not their number', () => {
    summary.observe(1);
    now = HOUR_MS;
    summary.observe(2);
    now = 5 * HOUR_MS - 1;
    expect(summary.quantiles()).toEqual([1, 2, 2]);
    now = 5 * HOUR_MS;
    expect(summary.quantiles()).toEqual([2, 2, 2]);
    now = 20 * HOUR_MS;
    expect(summary.quantiles()).toEqual([NaN, NaN, NaN]);
    expect([summary.count, summary.sum]).toEqual([2, 3]);
  });

  it('counts from nothing when it is cleared', () => {
    summary.observe(1);
    summary.clear();
    expect([summary.count, summary.sum, ...summary.quantiles()]).toEqual([0, 0, NaN, NaN, NaN]);
  });
});

describe('QuantileStream', () => {
  it('keeps few groups of many observations', () => {
    const stream = new QuantileStream(OBJECTIVES);
    const values = [...mixed(200_000)];
    for (let i = 0; i < values.length; i += 500) stream.add(new Float64Array(values.slice(i, i + 500)).sort());
    expect(stream.size).toBeLessThan(1000);
  });
});
