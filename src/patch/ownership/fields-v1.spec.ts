import { doAtOnce } from '../../observability/index.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { type FieldsV1, fromFieldsV1, toFieldsV1, writeLargeInSteps } from './fields-v1.js';

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

describe('fromFieldsV1()', () => {
  const pathsOf = (fields: FieldsV1): string[] =>
    [...fromFieldsV1(fields).paths()].map((path) => path.join(' ')).sort();

  it('reads null and an empty object as a field, and what is below one beside it', () => {
    expect(
      pathsOf({ 'f:a': null, 'f:b': {}, 'f:c': { '.': {}, 'f:d': {} }, 'f:e': { 'f:f': null }, 'x:y': {} }),
    ).toEqual(['f:a', 'f:b', 'f:c', 'f:c f:d', 'f:e f:f']);
  });

  it.each<[FieldsV1]>([[{ 'f:a': [] }], [{ 'f:a': 'x' }], [{ a: {} }]])('refuses %j', (fields) => {
    expect(() => fromFieldsV1(fields)).toThrow();
  });
});

describe('writeLargeInSteps()', () => {
  it.each<[string, () => FieldSet]>([
    ['many fields side by side', () => nested(setOf(20_000))],
    ['many of which each has some below', () => nested(setOf(2_000, 10))],
    ['some of which each has many below', () => nested(setOf(4, 5_000))],
  ])('writes %s as at once, in steps of bounded size', (_, make) => {
    const set = make();
    const steps = countSteps(set);
    const written = set.written;
    expect(JSON.stringify(written)).toBe(JSON.stringify(toFieldsV1(make())));
    expect(toFieldsV1(set)).toBe(written);
    expect(fromFieldsV1(written!)).toBe(set);
    expect(steps).toBeGreaterThanOrEqual(5);
  });

  it.each<[string, () => FieldSet]>([
    ['two parts', () => nested(setOf(5_000))],
    ['three parts', () => nested(setOf(9_000))],
    ['little beside much', () => nested(nested(setOf(4_200)).union(setOf(3)))],
    ['two levels', () => nested(setOf(3, 2_000))],
  ])('sorts and merges %s', (_, make) => {
    const set = make();
    const steps = countSteps(set);
    expect(JSON.stringify(set.written)).toBe(JSON.stringify(toFieldsV1(make())));
    expect(steps).toBeGreaterThan(0);
  });

  it('takes twice the steps for twice the fields', () => {
    const [one, two] = [40_000, 80_000].map((count) => countSteps(nested(setOf(count))));
    expect(two / one).toBeLessThan(2.5);
  });

  it('leaves small sets, and what is written already, to the caller', () => {
    const small = nested(setOf(100));
    doAtOnce(writeLargeInSteps(small));
    expect(small.written).toBeUndefined();
    const shared = setOf(5_000);
    const large = nested(shared);
    countSteps(large);
    expect(countSteps(nested(shared))).toBe(0);
  });
});
