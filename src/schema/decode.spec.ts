import {
  copyInSteps,
  copyWithGiven,
  givenList,
  givenMap,
  givenQuantity,
  noteGivenEmpty,
} from '../apimachinery/index.js';
import { compileType } from './compiled-type.js';
import { canonicalize, decode } from './decode.js';
import { ApiType, Field } from './decorators.js';
import { NumberLiteral } from './number-literal.js';
import type { DecodeOptions } from './object-shape.js';

@ApiType({ name: 'com.example.v1.Part' })
class Part {
  @Field(1, 'string', { always: true })
  name: string;

  @Field(2, 'int32')
  count?: number;
}

@ApiType({ name: 'com.example.v1.Thing' })
class Thing {
  @Field(1, Part)
  part?: Part;

  @Field(2, Part, { pointer: true })
  maybe?: Part;

  @Field(3, Part, { list: true })
  parts?: Part[];

  @Field(4, 'string', { map: true })
  labels?: Record<string, string>;

  @Field(5, 'int32', { pointer: true })
  replicas?: number;

  @Field(6, 'int64')
  big?: number | bigint;

  @Field(7, 'bytes')
  data?: string;

  @Field(8, 'quantity', { map: true })
  sizes?: Record<string, string>;

  @Field(9, 'bool')
  flag?: boolean;

  @Field(10, 'string', { list: true, always: true })
  words: string[];

  @Field(11, 'string', { alias: 'v1.Color' })
  color?: string;

  @Field(12, 'bytes', { map: true })
  files?: Record<string, string>;

  @Field(13, 'string', { list: true, alias: 'types.UID' })
  uids?: string[];

  @Field(14, 'quantity', { map: true, alias: 'v1.ResourceList' })
  amounts?: Record<string, string>;

  @Field(15, 'string', { map: true, keyAlias: 'v1.Name', valueAlias: 'v1.State' })
  states?: Record<string, string>;

  @Field(16, 'string', { map: true, list: true, valueAlias: 'v1.Extra' })
  extra?: Record<string, string[] | null>;

  @Field(17, 'json')
  free?: Record<string, unknown>;

  @Field(18, 'quantity')
  size?: string;
}

@ApiType({ name: 'com.example.v1.Reference' })
class Reference {
  @Field(1, 'string')
  uid?: string;

  @Field(2, 'string')
  apiVersion?: string;

  @Field(3, 'string')
  name?: string;

  @Field(4, 'string')
  kind?: string;
}

const literal = (text: string): NumberLiteral => new NumberLiteral(text);
const THING = compileType(Thing);
const read = (value: unknown, options?: DecodeOptions): object => decode(THING, value, options);

describe('decode()', () => {
  it('gives an empty document the members that are always written', () => {
    expect(read({})).toEqual({ part: { name: '' }, words: null });
  });

  it.each([
    ['zero is unset', { flag: false, big: 0, color: '' }, {}],
    ['zero of a pointer is kept', { replicas: 0 }, { replicas: 0 }],
    ['null is unset', { replicas: null, maybe: null, parts: null, labels: null }, {}],
    ['empty lists and maps are unset', { parts: [], labels: {} }, {}],
    ['an empty pointer is kept', { maybe: {} }, { maybe: { name: '' } }],
    ['null elements become zero', { parts: [null], labels: { a: null } }, { parts: [{ name: '' }], labels: { a: '' } }],
    ['null elements become no bytes', { files: { a: null } }, { files: { a: '' } }],
    ['quantities are canonical', { sizes: { a: '1000m', b: 2 } }, { sizes: { a: '1', b: '2' } }],
    ['quantities keep an exponent', { sizes: { a: literal('1e3') } }, { sizes: { a: '1e3' } }],
    ['long integers stay exact', { big: 9007199254740993n }, { big: 9007199254740993n }],
  ])('%s', (_title, value, expected) => {
    expect(read(value)).toEqual({ part: { name: '' }, words: null, ...expected });
  });

  it('keeps an empty list that is always written, but not on its way to the store', () => {
    expect(read({ words: [] })).toMatchObject({ words: [] });
    expect(read({ words: [] }, { dropsEmpty: true })).toMatchObject({ words: null });
  });

  it('writes members in the order of the fields, kind and version first', () => {
    const object = read({ color: 'red', flag: true, part: {}, apiVersion: 'v1', kind: 'Thing' });
    expect(Object.keys(object)).toEqual(['kind', 'apiVersion', 'part', 'flag', 'words', 'color']);
  });

  it('gives one result for every order of the members', () => {
    const members = Object.entries({
      part: { count: 1 },
      replicas: 0,
      big: 0,
      words: ['a'],
      labels: {},
      states: { a: 'b' },
    });
    const wanted = JSON.stringify(read(Object.fromEntries(members)));
    for (let turn = 1; turn < members.length; turn++) {
      const turned = [...members.slice(turn), ...members.slice(0, turn)];
      expect(JSON.stringify(read(Object.fromEntries(turned)))).toBe(wanted);
      expect(JSON.stringify(read(Object.fromEntries(turned.reverse())))).toBe(wanted);
    }
    expect(wanted).toBe('{"part":{"name":"","count":1},"replicas":0,"words":["a"],"states":{"a":"b"}}');
  });

  it('leaves members named as those of objects with a kind where the fields are', () => {
    const reference = decode(compileType(Reference), { name: 'a', kind: 'Thing', apiVersion: 'v1', uid: 'u' });
    expect(Object.keys(reference)).toEqual(['uid', 'apiVersion', 'name', 'kind']);
  });

  it('takes no member that every object inherits for a known one', () => {
    const unknown: string[] = [];
    decode(THING, { toString: 'a', kind: 'Thing' }, { onUnknown: (path) => void unknown.push(path) });
    expect(unknown).toEqual(['toString']);
  });

  it('complains of what does not fit first in the document', () => {
    expect(() => read({ flag: 1, replicas: 'x' })).toThrow('Thing.flag');
    expect(() => read({ replicas: 'x', flag: 1 })).toThrow('Thing.replicas');
  });

  it('drops and reports unknown members in the order of the document', () => {
    const seen: string[] = [];
    const value = { z: 1, parts: [{ name: 'a' }, { y: 1 }], part: { x: {} }, labels: { any: 'thing' } };
    expect(read(value, { onUnknown: (path) => seen.push(path) })).not.toHaveProperty('z');
    expect(seen).toEqual(['z', 'parts[1].y', 'part.x']);
  });

  it.each([
    [[], 'json: cannot unmarshal array into Go value of type v1.Thing'],
    [{ part: 'x' }, 'json: cannot unmarshal string into Go struct field Thing.part of type v1.Part'],
    [{ parts: {} }, 'json: cannot unmarshal object into Go struct field Thing.parts of type []v1.Part'],
    [{ parts: [{ name: 1 }] }, 'json: cannot unmarshal number into Go struct field Part.parts.name of type string'],
    [{ labels: [] }, 'json: cannot unmarshal array into Go struct field Thing.labels of type map[string]string'],
    [{ replicas: 1.5 }, 'json: cannot unmarshal number 1.5 into Go struct field Thing.replicas of type int32'],
    [{ replicas: 2147483648 }, 'cannot unmarshal number 2147483648 into Go struct field Thing.replicas of type int32'],
    [{ flag: 'true' }, 'json: cannot unmarshal string into Go struct field Thing.flag of type bool'],
    [{ color: true }, 'json: cannot unmarshal bool into Go struct field Thing.color of type v1.Color'],
    [{ data: 'a' }, 'illegal base64 data at input byte 0'],
    [{ data: 'aGk=?' }, 'illegal base64 data at input byte 4'],
    [
      { replicas: literal('1.0') },
      'json: cannot unmarshal number 1.0 into Go struct field Thing.replicas of type int32',
    ],
    [{ big: literal('1e1') }, 'json: cannot unmarshal number 1e1 into Go struct field Thing.big of type int64'],
    [{ part: literal('1.0') }, 'json: cannot unmarshal number into Go struct field Thing.part of type v1.Part'],
    [
      { labels: { a: literal('1.0') } },
      'json: cannot unmarshal number into Go struct field Thing.labels of type string',
    ],
  ])('complains about %j as Go does', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it('takes __proto__ for an ordinary key', () => {
    const { labels } = read({ labels: JSON.parse('{"__proto__":"x"}') as object }) as Thing;
    expect(Object.keys(labels!)).toEqual(['__proto__']);
  });

  it('shares nothing with its input', () => {
    const value = { part: { name: 'a' }, words: ['b'], labels: { c: 'd' } };
    const object = read(value) as Thing;
    object.part!.name = object.words[0] = object.labels!.c = 'changed';
    expect(value).toEqual({ part: { name: 'a' }, words: ['b'], labels: { c: 'd' } });
  });
});

describe('the names of types that a value does not fit', () => {
  const wanted = (member: string, value: unknown): string => {
    try {
      read({ [member]: value });
      return '';
    } catch (error) {
      return (error as Error).message.replace(/^.* of type /, '');
    }
  };

  it.each<[string, unknown, string]>([
    ['labels', 'x', 'map[string]string'],
    ['words', 'x', '[]string'],
    ['words', [1], 'string'],
    ['color', 1, 'v1.Color'],
    ['uids', {}, '[]types.UID'],
    ['uids', [1], 'types.UID'],
    ['amounts', 'x', 'v1.ResourceList'],
    ['states', 'x', 'map[v1.Name]v1.State'],
    ['states', { a: 1 }, 'v1.State'],
    ['extra', 'x', 'map[string]v1.Extra'],
    ['extra', { a: {} }, 'v1.Extra'],
    ['extra', { a: [1] }, 'string'],
    ['parts', 'x', '[]v1.Part'],
  ])('%s given %j', (member, value, expected) => {
    expect(wanted(member, value)).toBe(expected);
  });
});

describe('a list in a map', () => {
  it('may be null', () => {
    expect(read({ extra: { a: null, b: [] } })).toMatchObject({ extra: { a: null, b: [] } });
  });
});

describe('an empty list or map that is not written', () => {
  it('is dropped but remains distinguishable from an absent one', () => {
    const given = decode(compileType(Thing), { labels: {}, parts: [] }) as unknown as Thing;
    const absent = decode(compileType(Thing), {}) as unknown as Thing;
    expect(given).toEqual(absent);
    expect([givenMap(given, 'labels'), givenList(given, 'parts')]).toEqual([{}, []]);
    expect([givenMap(absent, 'labels'), givenList(absent, 'parts')]).toEqual([undefined, undefined]);
  });

  it('is still known of copies, and of objects that are brought into form again', () => {
    const given = decode(compileType(Thing), {
      labels: {},
      parts: [],
      sizes: { a: '0.5', b: null },
    }) as unknown as Thing;
    for (const copy of [
      copyWithGiven(given),
      copyInSteps(given).next().value as Thing,
      canonicalize(compileType(Thing), given),
    ]) {
      expect(copy).toEqual(given);
      expect([givenMap(copy, 'labels'), givenList(copy, 'parts')]).toEqual([{}, []]);
      expect([givenQuantity(copy.sizes!, 'a'), givenQuantity(copy.sizes!, 'b')]).toEqual(['0.5', null]);
    }
  });
});

describe('a quantity', () => {
  it('is known as it was written, in a member of its own as well', () => {
    const given = read({ size: '1000m', sizes: { a: '1u', b: '0.1m' } }) as Thing & Record<'size', string>;
    const again = canonicalize(compileType(Thing), given) as unknown as typeof given;
    // Defaults round what is finer than a thousandth.
    for (const thing of [given, again]) {
      thing.sizes!.a = '1m';
      const texts = [
        givenQuantity(thing as Record<'size', string>, 'size'),
        givenQuantity(thing.sizes!, 'a'),
        givenQuantity(thing.sizes!, 'b'),
      ];
      expect([thing.size, ...texts]).toEqual(['1', '1000m', '1u', '0.1m']);
    }
  });
});

describe('canonicalize()', () => {
  it('takes undefined members of maps and of free values for absent ones', () => {
    const given = { labels: { a: 'x', b: undefined }, sizes: { c: undefined }, free: { d: 1, e: { f: undefined } } };
    const thing = canonicalize(compileType(Thing), given) as unknown as Thing;
    expect(Object.keys(thing)).toEqual(['part', 'labels', 'words', 'free']);
    expect(Object.keys(thing.labels!)).toEqual(['a']);
    expect(thing.free).toStrictEqual({ d: 1, e: {} });
  });
});

describe('copyWithGiven()', () => {
  it('takes __proto__ for an ordinary key, and shares nothing', () => {
    const original = JSON.parse('{"a":{"__proto__":{"b":[1]}}}') as { a: object };
    const copy = copyWithGiven(original);
    expect(Object.keys(copy.a)).toEqual(['__proto__']);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(original));
    expect(copy.a).not.toBe(original.a);
  });
});

describe('copyInSteps()', () => {
  const copyCounted = <T>(value: T): { copy: T; steps: number } => {
    const copying = copyInSteps(value);
    for (let steps = 1; ; steps++) {
      const step = copying.next();
      if (step.done) return { copy: step.value, steps };
    }
  };

  it('copies a large value a part at a time, with what was given', () => {
    const maps: { a?: Record<string, unknown> }[] = [{}, { a: {} }];
    const original = { maps, list: Array.from({ length: 20_000 }, String) };
    for (let i = 0; i < 20_000; i++) original.maps[1].a![`k${i}`] = i % 2 ? null : { i };
    noteGivenEmpty(original.maps[0], 'empty');
    const { copy, steps } = copyCounted(original);
    expect(copy).toEqual(original);
    expect(copy.maps[1].a).not.toBe(original.maps[1].a);
    expect(givenMap(copy.maps[0] as { empty?: object }, 'empty')).toEqual({});
    expect(steps).toBeGreaterThanOrEqual(6);
  });

  it('copies a small one at once', () => {
    expect(copyCounted({ a: [1, { b: null }] })).toEqual({ copy: { a: [1, { b: null }] }, steps: 1 });
  });
});

@ApiType({ name: 'com.example.v1.Branch' })
class Branch {
  @Field(1, 'string')
  name?: string;

  @Field(2, () => Branch, { or: 'bool', pointer: true })
  flag?: Branch | boolean;

  @Field(3, () => Branch, { or: 'list', pointer: true })
  list?: Branch | Branch[];

  @Field(4, () => Branch, { or: 'texts', map: true })
  texts?: Record<string, Branch | string[]>;

  @Field(5, () => Branch, { pointer: true })
  next?: Branch;
}

describe('fields that hold a struct or something else', () => {
  const branch = compileType(Branch);

  it.each([
    [{ flag: true }, { flag: true }],
    [{ flag: false }, { flag: false }],
    [{ flag: { name: 'a' } }, { flag: { name: 'a' } }],
    [{ list: [{ name: 'a' }] }, { list: [{ name: 'a' }] }],
    [{ list: 'neither' }, {}],
    [{ texts: { a: ['b'], c: { name: 'd' } } }, { texts: { a: ['b'], c: { name: 'd' } } }],
  ])('decodes %j', (value, decoded) => {
    expect(decode(branch, value)).toEqual(decoded);
  });

  it.each([
    [{ flag: 7 }, 'boolean or JSON schema expected'],
    [
      { next: { list: { next: { name: 7 } } } },
      'json: cannot unmarshal number into Go struct field Branch.next.list of type string',
    ],
    [{ texts: { a: [7] } }, 'json: cannot unmarshal number into Go struct field Branch.texts of type string'],
  ])('refuses %j', (value, message) => {
    expect(() => decode(branch, value)).toThrow(message);
  });

  it('does not report unknown members inside, and continues to report others', () => {
    const unknown: string[] = [];
    decode(branch, { list: { x: 1 }, next: { y: 1 } }, { onUnknown: (path) => unknown.push(path) });
    expect(unknown).toEqual(['next.y']);
  });

  it('ends where structs nest too deep', () => {
    let deep: object = {};
    for (let i = 0; i < 1000; i++) deep = { next: { ...deep, name: 'a' } };
    expect(() => decode(branch, deep)).toThrow('exceeded max depth');
  });
});

@ApiType({ name: 'com.example.v1.Moments' })
class Moments {
  @Field(1, 'time', { map: true, valueAlias: 'v1.Time' })
  byName?: Record<string, string>;

  @Field(2, 'bytes', { map: true })
  files?: Record<string, string>;
}

describe('decode() of values that Go reads in more than one form', () => {
  const moments = compileType(Moments);

  it('takes bytes as a list of numbers', () => {
    expect(decode(moments, { files: { a: [104, 105, null], b: [] } })).toEqual({ files: { a: 'aGkA', b: '' } });
  });

  it.each<[unknown, string]>([
    [[256], 'number 256 into Go struct field Moments.files of type uint8'],
    [[-1], 'number -1 into Go struct field Moments.files of type uint8'],
    [['a'], 'string into Go struct field Moments.files of type uint8'],
    [{}, 'object into Go struct field Moments.files of type []uint8'],
  ])('takes no %j for bytes', (value, message) => {
    expect(() => decode(moments, { files: { a: value } })).toThrow(`json: cannot unmarshal ${message}`);
  });

  it('names the text of a time in a map, and the time in the name of the map', () => {
    const place = 'Go struct field Moments.byName of type';
    expect(() => decode(moments, { byName: { a: 5 } })).toThrow(`${place} string`);
    expect(() => decode(moments, { byName: 5 })).toThrow(`${place} map[string]v1.Time`);
  });
});
