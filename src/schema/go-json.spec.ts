import { ApiType, Field } from './decorators.js';
import { type InternalTypes, goJson } from './go-json.js';

/** A part of a berth. */
@ApiType({ name: 'k8s.io.api.pier.v1.Rope' })
class Rope {
  @Field(1, 'string') color?: string;
}

/** A type with members of every form. */
@ApiType({ name: 'k8s.io.api.pier.v1.Berth' })
class Berth {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32') length?: number;
  @Field(3, 'int32', { pointer: true }) depth?: number;
  @Field(4, 'string', { list: true }) flags?: string[];
  @Field(5, Rope, { list: true }) ropes?: Rope[];
  @Field(6, Rope) main?: Rope;
  @Field(7, Rope, { pointer: true }) spare?: Rope;
  @Field(8, 'string', { map: true }) marks?: Record<string, string>;
  @Field(9, 'bool') tty?: boolean;
  @Field(10, 'string') apiVersion?: string;
}

describe('goJson()', () => {
  it('shows members that are not set as Go does', () => {
    expect(goJson(Berth, {}, {})).toEqual({
      ...{ Name: '', Length: 0, Depth: null, Flags: null, Ropes: null },
      ...{ Main: { Color: '' }, Spare: null, Marks: null, TTY: false, APIVersion: '' },
    });
  });

  it('shows what is set by the names in Go, and maps in the order of their keys', () => {
    const shown = goJson(Berth, { length: 3, ropes: [{ color: 'red' }], spare: {}, marks: { b: '2', a: '1' } }, {});
    expect(shown).toMatchObject({ Length: 3, Ropes: [{ Color: 'red' }], Spare: { Color: '' } });
    expect(JSON.stringify((shown as { Marks: object }).Marks)).toBe('{"a":"1","b":"2"}');
  });

  it('has the members of an internal form that differs, in its order', () => {
    const internal: InternalTypes = {
      'k8s.io.api.pier.v1.Berth': {
        members: ['length', 'inner', 'name'],
        names: { name: 'Title' },
        build: { inner: (owner, show) => show(Rope, { color: owner.name }) },
      },
    };
    expect(JSON.stringify(goJson(Berth, { name: 'a', length: 2 }, internal))).toBe(
      '{"Length":2,"Inner":{"Color":"a"},"Title":"a"}',
    );
  });
});
