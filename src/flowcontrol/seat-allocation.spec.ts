import fc from 'fast-check';
import { type SeatClaim, allocateSeats } from './seat-allocation.js';

const claim = (target: number, lowerBound: number, upperBound: number): SeatClaim => ({
  target,
  lowerBound,
  upperBound,
});

describe('allocateSeats()', () => {
  it.each<[string, number, SeatClaim[], number[], number]>([
    ['in proportion to targets', 30, [claim(1, 0, 100), claim(2, 0, 100)], [10, 20], 10],
    ['no more than an upper bound', 30, [claim(1, 0, 100), claim(2, 0, 12)], [18, 12], 18],
    ['no less than a lower bound', 30, [claim(25, 25, 100), claim(100, 0, 100)], [25, 5], 0.05],
    ['the lower bounds where they are all there is', 30, [claim(20, 20, 50), claim(40, 10, 50)], [20, 10], 0.25],
    ['the upper bounds where they are all there is', 30, [claim(4, 0, 20), claim(4, 0, 10)], [20, 10], 5],
    ['equal parts without any demand', 10, [claim(0, 0, 100), claim(0, 0, 100)], [5, 5], 5000],
    ['none where there are none', 0, [claim(1, 0, 5), claim(0, 0, 5)], [0, 0], 0],
  ])('gives %s', (_, sum, claims, seats, fraction) => {
    const found = allocateSeats(sum, claims)!;
    found.seats.forEach((given, i) => expect(given).toBeCloseTo(seats[i], 6));
    expect(found.fairFraction).toBeCloseTo(fraction, 6);
  });

  it.each([
    ['too few seats for the lower bounds', 10, [claim(8, 8, 20), claim(8, 8, 20)]],
    ['too many seats for the upper bounds', 50, [claim(8, 8, 20), claim(8, 8, 20)]],
  ])('gives nothing for %s', (_, sum, claims) => expect(allocateSeats(sum, claims)).toBeUndefined());

  it('keeps the sum and the bounds, and gives the fair part where no bound applies', () => {
    const claims = fc.array(
      fc.record({
        low: fc.integer({ min: 0, max: 50 }),
        more: fc.integer({ min: 0, max: 60 }),
        want: fc.integer({ min: 0, max: 80 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(claims, fc.double({ min: 0, max: 1, noNaN: true }), (drawn, at) => {
        const all = drawn.map(({ low, more, want }) => claim(low + want, low, low + more));
        const [least, most] = [sumOf(all.map((c) => c.lowerBound)), sumOf(all.map((c) => c.upperBound))];
        const sum = Math.round(least + at * (most - least));
        const { seats, fairFraction } = allocateSeats(sum, all)!;
        expect(sumOf(seats)).toBeCloseTo(sum, 4);
        seats.forEach((given, i) => {
          const { target, lowerBound, upperBound } = all[i];
          const fair = Math.max(target, 0.001) * fairFraction;
          if (sum > 0) expect(given).toBeCloseTo(Math.min(Math.max(fair, lowerBound), upperBound), 4);
        });
      }),
    );
  });
});

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
