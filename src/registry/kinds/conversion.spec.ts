import { describeConversion } from '../../../test/contract/conversion.contract.js';
import { Thing, thing } from '../../../test/support/registry-store.js';
import { type ApiObject, StatusError, conflict } from '../../apimachinery/index.js';
import { shapeOf } from '../../schema/index.js';
import type { Conversion, KindVersion } from './kind-definition.js';
import type { ObjectConverter } from './object-converter.js';
import { ResolvedKind } from './resolved-kind.js';

/** Things are red in v1 and green in v2. */
const COLORS: Readonly<Record<string, string>> = { v1: 'red', v2: 'green' };

const inVersion = (object: Thing, version: string): Thing => ({
  ...object,
  apiVersion: `test.example.com/${version}`,
  spec: { ...object.spec, color: COLORS[version] },
});

const samples = (version: string): Thing[] => {
  const names = ['c', 'a', 'b', 'e', 'd'];
  return names.map((name) => shapeOf(Thing).canonicalize(inVersion({ ...thing(name), kind: 'Thing' }, version)));
};

const spoke: Conversion<Thing, Thing> = {
  toHub: (object) => inVersion(object, 'v1'),
  fromHub: (object) => inVersion(object, 'v2'),
};

const convertThings: ObjectConverter['convert'] = (objects, _from, to) =>
  (objects as readonly Thing[]).map((object) => inVersion(object, to.gvk.version));

const late: ObjectConverter = {
  batchSize: 2,
  convert: async (...args) => {
    await new Promise((resolve) => setImmediate(resolve));
    return convertThings(...args);
  },
};

function kindWith(more: { conversion?: KindVersion['conversion']; converter?: ObjectConverter }): ResolvedKind {
  const { conversion, converter } = more;
  const versions = [
    { name: 'v1', type: Thing },
    { name: 'v2', type: Thing, conversion },
  ];
  const names = { kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' };
  return new ResolvedKind('test.example.com', { ...names, versions, converter }, { plugin: 'Things' });
}

const ways: [string, Parameters<typeof kindWith>[0]][] = [
  ['the functions of a version', { conversion: spoke as never }],
  ['a converter that answers at once', { converter: { convert: convertThings } }],
  ['a converter that waits', { converter: late }],
];

for (const [name, more] of ways) {
  describeConversion(name, () => ({ kind: kindWith(more), v1: samples('v1'), v2: samples('v2') }));
}

describe('ResolvedKind.convert()', () => {
  const convert = async (more: Parameters<typeof kindWith>[0], objects = samples('v1')): Promise<unknown> => {
    const kind = kindWith(more);
    return kind.convert(objects, kind.storage, kind.versionOf('test.example.com/v2'));
  };
  const FAILED = 'conversion of test.example.com/v1, Kind=Thing to test.example.com/v2 failed: ';
  const fail = (): never => {
    throw new Error('no way');
  };

  it('makes no promise where nobody has to be waited for', () => {
    for (const more of [ways[0][1], ways[1][1]]) {
      const kind = kindWith(more);
      const converted = kind.convertOne(samples('v1')[0], kind.storage, kind.versionOf('test.example.com/v2'));
      expect(converted).not.toBeInstanceOf(Promise);
    }
  });

  it.each<[string, Parameters<typeof kindWith>[0], string]>([
    ['throws', { converter: { convert: fail } }, 'no way'],
    ['rejects', { converter: { convert: () => Promise.reject(new Error('too late')) } }, 'too late'],
    [
      'throws in a function of a version',
      { conversion: { toHub: fail, fromHub: fail } },
      'Things: Thing/v2: fromHub failed: no way',
    ],
    [
      'makes nothing in a function of a version',
      { conversion: { toHub: fail, fromHub: () => undefined as never } },
      'Things: Thing/v2: fromHub failed: it returned undefined; expected an object with metadata',
    ],
    ['loses objects', { converter: { convert: () => [] } }, 'it returned 0 objects, expected 5'],
    ['returns no list', { converter: { convert: () => ({}) as never } }, 'it returned no list of objects'],
    [
      'returns something else than objects',
      { converter: { convert: (objects) => objects.map(() => null as never) } },
      'it returned no object with metadata at index 0',
    ],
    [
      'changes the order',
      { converter: { convert: (objects) => [...objects].reverse() } },
      'it returned an object with another metadata.name at index 0',
    ],
    [
      'changes an identity',
      { converter: { convert: (objects) => objects.map((o) => ({ ...o, metadata: { ...o.metadata, uid: 'x' } })) } },
      'it returned an object with another metadata.uid at index 0',
    ],
    [
      'returns an object of another type',
      { converter: { convert: (objects) => objects.map((object) => ({ ...object, spec: 1 }) as ApiObject) } },
      'json: cannot unmarshal number into Go struct field Thing.spec of type v1.ThingSpec',
    ],
  ])('is a Status with the reason where the converter %s', async (_what, more, why) => {
    const error: unknown = await convert(more).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StatusError);
    expect((error as StatusError).status).toMatchObject({ code: 500, message: FAILED + why });
    expect((error as StatusError).status).not.toHaveProperty('reason');
  });

  const wrongCount = (object: ApiObject): ApiObject => ({ ...object, spec: { count: 'three' } }) as ApiObject;
  it.each<[string, Parameters<typeof kindWith>[0], string, string]>([
    [
      'a function of a version',
      { conversion: { toHub: (object: ApiObject) => object, fromHub: wrongCount } },
      'Things: Thing/v2: fromHub',
      'Things: Thing/v2: fromHub failed: ',
    ],
    ['a converter', { converter: { convert: (objects) => objects.map(wrongCount) } }, 'Things: Thing/v1: convert', ''],
  ])('names the path and both types of a wrong value of %s to its author', async (_what, more, where, answer) => {
    const error = (await convert(more).catch((thrown: unknown) => thrown)) as StatusError;
    const text = `${where} returns a string for spec.count, which is int32 in test.example.com/v2`;
    expect((error.cause as Error).message).toBe(text);
    const decoding = 'json: cannot unmarshal string into Go struct field ThingSpec.spec.count of type int32';
    expect(error.status.message).toBe(FAILED + answer + decoding);
  });

  it('leaves the Status of a converter as it is', async () => {
    const refused = conflict({ group: '', resource: 'things' }, 'a', 'busy');
    await expect(convert({ converter: { convert: () => Promise.reject(refused) } })).rejects.toBe(refused);
  });

  it('hands over no more than a batch at a time, one after another', async () => {
    const asked: number[] = [];
    let running = 0;
    const counting: ObjectConverter = {
      batchSize: 2,
      convert: async (objects, from, to) => {
        expect(++running).toBe(1);
        asked.push(objects.length);
        const converted = await late.convert(objects, from, to);
        running -= 1;
        return converted;
      },
    };
    expect(await convert({ converter: counting })).toEqual(samples('v2'));
    expect(asked).toEqual([2, 2, 1]);
  });

  it('converts stored objects from the version each is in', async () => {
    const kind = kindWith({ converter: late });
    const mixed = samples('v1').map((object, i) => (i % 2 ? inVersion(object, 'v2') : object));
    expect(await kind.fromStored(mixed, kind.versionOf('test.example.com/v2'))).toEqual(samples('v2'));
    expect(await kind.fromStored(mixed, kind.storage)).toEqual(samples('v1'));
  });
});
