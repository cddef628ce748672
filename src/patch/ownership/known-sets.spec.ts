import { FieldSet } from './field-set.js';
import { toFieldsV1 } from './fields-v1.js';
import { KnownSets } from './known-sets.js';

describe('KnownSets', () => {
  const labelled = () => FieldSet.of(['f:metadata', 'f:labels'], ['f:metadata', 'f:labels', 'f:app'], ['f:data']);

  it('gives sets with the same paths one frozen form from the second time on', () => {
    const sets = new KnownSets();
    const first = sets.find(labelled());
    const second = sets.find(labelled());
    const third = sets.find(labelled());
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    const form = toFieldsV1(third) as { 'f:metadata': { 'f:labels': object } };
    expect(form).toEqual({ 'f:data': {}, 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } } });
    expect(Object.isFrozen(form) && Object.isFrozen(form['f:metadata']['f:labels'])).toBe(true);
    expect(Object.isFrozen(toFieldsV1(first))).toBe(false);
  });

  it.each([
    ['whether a place on the way is a path', [['f:a'], ['f:a', 'f:b']], [['f:a', 'f:b']]],
    ['levels', [['f:a'], ['f:b']], [['f:a'], ['f:a', 'f:b']]],
    ['names with the characters of the notation', [['f:a'], ['f:b']], [['f:a+f:b']]],
    [
      'names with the end of a level',
      [
        ['f:a', 'f:b'],
        ['f:c', 'f:d'],
      ],
      [['f:a', 'f:b)-f:c(+f:d']],
    ],
  ])('distinguishes %s', (_, one, other) => {
    const sets = new KnownSets();
    const [a, b] = [one, other].map((paths) => FieldSet.of(...paths));
    for (let turn = 0; turn < 3; turn++) expect(sets.find(a).equals(sets.find(b))).toBe(false);
    expect(sets.find(FieldSet.of(...one)).equals(a)).toBe(true);
  });

  it('keeps no set of many paths', () => {
    const sets = new KnownSets();
    const many = () => FieldSet.of(...Array.from({ length: 300 }, (_, i) => [`f:name${i}`]));
    for (let turn = 0; turn < 3; turn++) {
      const set = many();
      expect(sets.find(set)).toBe(set);
      expect(set.written).toBeUndefined();
    }
  });

  it('forgets all when there are too many', () => {
    const sets = new KnownSets();
    const nth = (n: number) => FieldSet.of([`f:${'x'.repeat(1000)}${n}`]);
    sets.find(nth(0));
    const kept = sets.find(nth(0));
    expect(sets.find(nth(0))).toBe(kept);
    for (let n = 1; n < 200; n++) sets.find(nth(n));
    expect(sets.find(nth(0))).toBe(kept);
    for (let n = 200; n < 300; n++) sets.find(nth(n));
    expect(sets.find(nth(0))).not.toBe(kept);
    // There is place again for as many.
    const later = sets.find(nth(0));
    for (let n = 300; n < 400; n++) sets.find(nth(n));
    expect(sets.find(nth(0))).toBe(later);
  });
});
