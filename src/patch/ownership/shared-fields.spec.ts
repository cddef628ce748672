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

  it.each<[string, FieldsV1]>([
    ['cannot be read', { 'f:a': [] }],
    ['is large', Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`f:field${i}`, {}]))],
  ])('does not share a set that %s', (_title, set) => {
    const sets = new SharedFields();
    expect(sets.write(set)).toEqual({ text: JSON.stringify(set), shared: undefined });
  });

  it('forgets all of them where they become too many', () => {
    const sets = new SharedFields();
    const first = sets.write(fields()).shared;
    const large = (n: number): FieldsV1 => ({ [`f:${n}${'x'.repeat(16_000)}`]: {} });
    for (let n = 0; n < 33; n++) expect(sets.write(large(n)).shared).toBeDefined();
    expect(sets.write(fields()).shared).toBeDefined();
    expect(sets.write(fields()).shared).not.toBe(first);
  });
});
