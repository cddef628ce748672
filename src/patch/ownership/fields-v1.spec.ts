import { doAtOnce } from '../steps.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { fromFieldsV1, toFieldsV1, writeLargeInSteps } from './fields-v1.js';

/** A set of fields in no particular order, each with so many fields below. */
function setOf(count: number, below = 0): FieldSet {
  const builder = new FieldSetBuilder();
  for (let i = 0; i < count; i++) {
    const element = `f:key${(i * 7919) % count}`;
    if (below === 0) builder.addTree(element, FieldSet.EMPTY);
    else builder.addTree(element, setOf(below));
  }
  return builder.build();
}

function nested(set: FieldSet): FieldSet {
  const builder = new FieldSetBuilder();
  builder.addBelow('f:data', set);
  return builder.build();
}

function countSteps(set: FieldSet): number {
  const steps = writeLargeInSteps(set);
  let count = 0;
  while (!steps.next().done) count++;
  return count;
}

describe('writeLargeInSteps()', () => {
  it.each<[string, () => FieldSet]>([
    ['many fields side by side', () => nested(setOf(50_000))],
    ['many of which each has some below', () => nested(setOf(5_000, 10))],
    ['some of which each has many below', () => nested(setOf(10, 5_000))],
  ])('writes %s as at once, in steps of bounded size', (_, make) => {
    const set = make();
    const steps = countSteps(set);
    const written = set.written;
    expect(JSON.stringify(written)).toBe(JSON.stringify(toFieldsV1(make())));
    expect(toFieldsV1(set)).toBe(written);
    expect(fromFieldsV1(written!)).toBe(set);
    expect(steps).toBeGreaterThanOrEqual(12);
  });

  it('takes twice the steps for twice the fields', () => {
    const [one, two] = [40_000, 80_000].map((count) => countSteps(nested(setOf(count))));
    expect(two / one).toBeLessThan(2.5);
  });

  it('leaves small sets, and what is written already, to the caller', () => {
    const small = nested(setOf(100));
    doAtOnce(writeLargeInSteps(small));
    expect(small.written).toBeUndefined();
    const shared = setOf(50_000);
    const large = nested(shared);
    countSteps(large);
    expect(countSteps(nested(shared))).toBe(0);
  });
});
