import { type FieldsV1, fromFieldsV1, toFieldsV1 } from './fields-v1.js';
import { SharedFields } from './shared-fields.js';

describe('SharedFields.write()', () => {
  const fields = (): FieldsV1 => ({ 'f:data': { '.': {}, 'f:a': {} }, 'f:b': { 'k:{"name":"x"}': { 'f:c': {} } } });

  it('answers one object for equal sets, with its text', () => {
    const sets = new SharedFields();
    const first = sets.write(fields());
    expect(first).toEqual({ text: JSON.stringify(fields()), shared: fields() });
    expect(sets.write(fields()).shared).toBe(first.shared);
    expect(sets.write(first.shared!)).toEqual(first);
  });

  it('freezes every level', () => {
    const shared = new SharedFields().write(fields()).shared as Record<string, Record<string, FieldsV1>>;
    const change = (level: FieldsV1): void => {
      level['f:new'] = {};
    };
    for (const level of [shared, shared['f:data'], shared['f:data']['f:a'], shared['f:b']['k:{"name":"x"}']]) {
      expect(() => change(level)).toThrow(TypeError);
    }
  });

  it('leaves the set that was given as it is', () => {
    const given = fields();
    expect(new SharedFields().write(given).shared).not.toBe(given);
    expect(Object.isFrozen(given) || Object.isFrozen(given['f:data'])).toBe(false);
  });

  it('is read once, and written as it is', () => {
    const shared = new SharedFields().write(fields()).shared!;
    expect(fromFieldsV1(shared)).toBe(fromFieldsV1(shared));
    expect(toFieldsV1(fromFieldsV1(shared))).toBe(shared);
  });

  it('shares a set with fields that are null', () => {
    expect(new SharedFields().write({ 'f:a': null }).shared).toEqual({ 'f:a': null });
  });

  it('does not share a set that cannot be read', () => {
    expect(new SharedFields().write({ 'f:a': [] })).toEqual({ text: '{"f:a":[]}', shared: undefined });
  });
});

describe('The size of SharedFields', () => {
  /** The longest text of a set that is shared, and how many characters of all sets are. */
  const LONGEST = 16_384;
  const MOST = 524_288;

  /** A set whose text has so many characters, each number another one. */
  const fields = (n: number, length = LONGEST): FieldsV1 => {
    const name = `f:${n}-`;
    return { [name + 'x'.repeat(length - JSON.stringify({ [name]: {} }).length)]: {} };
  };
  const share = (sets: SharedFields, first: number, count: number): unknown[] =>
    Array.from({ length: count }, (_, i) => sets.write(fields(first + i)).shared);

  it('bounds the text of each set', () => {
    const sets = new SharedFields();
    expect(sets.write(fields(1)).shared).toBeDefined();
    const larger = fields(1, LONGEST + 1);
    expect(sets.write(larger)).toEqual({ text: JSON.stringify(larger), shared: undefined });
  });

  it('bounds all of them: one more, and all others are forgotten', () => {
    const sets = new SharedFields();
    for (const round of [100, 200]) {
      const all = share(sets, round, MOST / LONGEST);
      expect(share(sets, round, MOST / LONGEST)).toEqual(all);
      expect(sets.write(fields(round)).shared).toBe(all[0]);
    }
    const last = sets.write(fields(200)).shared!;
    const small = sets.write({ 'f:a': {} }).shared;
    expect(sets.write(fields(200)).shared).not.toBe(last);
    expect(sets.write({ 'f:a': {} }).shared).toBe(small);
    // A shared set needs no second one, whether it is known or not.
    expect(sets.write(last)).toEqual({ text: JSON.stringify(fields(200)), shared: last });
    expect(sets.write(last).shared).toBe(last);
  });
});
