import fc from 'fast-check';
import { Bitmap } from './bitmap.js';

const bitmapOf = (size: number, numbers: Iterable<number>): Bitmap => {
  const bitmap = Bitmap.empty(size);
  for (const number of numbers) bitmap.add(number);
  return bitmap;
};

describe('Bitmap', () => {
  it.each([
    [[], ''],
    [[0], '01'],
    [[0, 1, 7], '83'],
    [[8], '0100'],
    [[2, 17], '020004'],
  ])('writes %j as the digits of a number', (numbers, hex) => {
    expect(Buffer.from(bitmapOf(40, numbers).toBytes()).toString('hex')).toBe(hex);
  });

  it('behaves as a set, and is the same after it was written and read', () => {
    const operation = fc.record({ number: fc.nat(99), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(operation), (operations) => {
        const model = new Set<number>();
        const bitmap = Bitmap.empty(100);
        for (const { number, isAdded } of operations) {
          if (isAdded) model.add(number);
          else model.delete(number);
          if (isAdded) bitmap.add(number);
          else bitmap.delete(number);
        }
        const expected = [...model].toSorted((a, b) => a - b);
        const again = Bitmap.fromBytes(bitmap.toBytes(), 100);
        for (const each of [bitmap, again, bitmap.clone()]) {
          expect([...each.numbers()]).toEqual(expected);
          expect(each.count).toBe(expected.length);
        }
      }),
    );
  });

  it('shares nothing with its clone', () => {
    const bitmap = bitmapOf(10, [1]);
    bitmap.clone().add(2);
    expect([...bitmap.numbers()]).toEqual([1]);
  });

  it('leaves out what lies beyond its size', () => {
    const read = Bitmap.fromBytes(bitmapOf(40, [1, 9, 39]).toBytes(), 10);
    expect([...read.numbers()]).toEqual([1, 9]);
    expect(Bitmap.fromBytes(bitmapOf(40, [1, 9, 10, 11]).toBytes(), 10).count).toBe(2);
  });
});
