import { Thing, thing } from '../../../test/support/registry-store.js';
import { type ApiObject } from '../../apimachinery/index.js';
import { type ObjectShape, shapeOf } from '../../schema/index.js';
import { CheckedConverter } from './checked-converter.js';
import { MisconvertedObject, canonicalResult } from './converted-object.js';
import { defineKind } from './define-kind.js';
import type { Conversion, KindDefinition, KindVersion } from './kind-definition.js';
import { examplesOf } from './kind-examples.js';
import { ResolvedKind } from './resolved-kind.js';
import { sameShape } from './same-shape.js';
import { storedVersionsOf } from './stored-versions.js';

const GROUP = 'test.example.com';
const [V1, V2] = [`${GROUP}/v1`, `${GROUP}/v2`];

function kindOf(version: Partial<KindVersion> = {}, more: Partial<KindDefinition> = {}): ResolvedKind {
  const versions = [
    { name: 'v1', type: Thing, ...version } as KindVersion,
    { name: 'v2', type: Thing, conversion: sameShape },
  ];
  return new ResolvedKind(GROUP, defineKind({ kind: 'Thing', plural: 'things', ...more, versions }));
}

describe('defineKind()', () => {
  const names = { kind: 'Thing', plural: 'things' };
  const versions = ['v1', 'v2'].map((name) => ({ name, type: Thing }));

  it('is namespaced and stored in the first version, unless it says otherwise', () => {
    expect(defineKind({ ...names, versions })).toMatchObject({ namespaced: true, storageVersion: 'v1' });
    expect(defineKind({ ...names, versions, namespaced: false, storageVersion: 'v2' })).toMatchObject({
      namespaced: false,
      storageVersion: 'v2',
    });
    expect(defineKind({ ...names, versions: [] }).storageVersion).toBe('');
  });
});

describe('a resolved version', () => {
  it('advertises the verbs that the quirks of the kind list', () => {
    expect(kindOf({}, { quirks: { advertisedVerbs: ['get'] } }).storage.advertisedVerbs).toEqual(['get']);
    expect(kindOf().storage.advertisedVerbs).toBeUndefined();
  });

  it('calls the kind of a subresource by its type, unless the declaration does', () => {
    const subresources = [
      { name: 'one', type: Thing },
      { name: 'two', type: Thing, kind: 'Two' },
    ];
    const { storage } = kindOf({ subresources } as never);
    expect(storage.subresources.map(({ kind }) => kind)).toEqual(['Thing', 'Two']);
  });
});

describe('a kind that is stored in another version than its hub', () => {
  const storedAs = [
    { until: '1.33', version: 'v2' },
    { since: '1.34', until: '1.34', version: 'v3' },
  ];
  const kindIn = (release: string): ResolvedKind =>
    new ResolvedKind(
      GROUP,
      defineKind({
        kind: 'Thing',
        plural: 'things',
        versions: [
          { name: 'v1', type: Thing, introduced: '1.34' },
          { name: 'v2', type: Thing, conversion: labelled('v2') },
          { name: 'v3', type: Thing, conversion: labelled('v3') },
        ],
        quirks: { storedAs },
      }),
      { release },
    );
  const object = { apiVersion: V1, kind: 'Thing', metadata: { name: 'a' } };

  it('names the version by release', () => {
    const named = ['1.32', '1.34', '1.35'].map((release) => kindIn(release).storage.name);
    expect(named).toEqual(['v2', 'v3', 'v1']);
    expect(kindIn('1.32').hub.name).toBe('v1');
  });

  it('works on requests in the hub, and converts what is stored', async () => {
    const kind = kindIn('1.32');
    expect(kind.workingVersion(V2)).toBe(kind.hub);
    const stored = await kind.toStorage(V2, object);
    expect(stored).toMatchObject({ apiVersion: V2, metadata: { labels: { shape: 'v2' } } });
    const seen = await kind.toWorking(V2, stored);
    expect(seen).toMatchObject(object);
    expect(seen.metadata.labels).toBeUndefined();
    expect(kindIn('1.35').toStorage(V2, object)).toBe(object);
  });
});

/** A conversion that leaves a mark in objects of its version. */
function labelled(shape: string): Conversion {
  return {
    fromHub: ({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, labels: { shape } } }),
    toHub: ({ metadata: { labels: _, ...metadata }, ...rest }) => ({ ...rest, metadata }),
  };
}

describe('examplesOf()', () => {
  it('are whole objects of the version, none where it has none', () => {
    const { storage } = kindOf({ examples: [{ metadata: { name: 'a' } }] } as never);
    expect(examplesOf(storage)).toEqual([{ apiVersion: V1, kind: 'Thing', metadata: { name: 'a' } }]);
    expect(examplesOf(kindOf().storage)).toEqual([]);
  });
});

describe('storedVersionsOf()', () => {
  const object = { ...thing('a'), apiVersion: V1 };

  it('refers to the version that hashes name, or to the storage version', () => {
    const named = kindOf({}, { quirks: { hashedVersion: 'v2' } });
    expect(storedVersionsOf(named).reference).toBe(named.versions.get(V2));
    for (const kind of [kindOf(), kindOf({}, { quirks: { hashedVersion: 'v9' } })]) {
      expect(storedVersionsOf(kind).reference).toBe(kind.storage);
    }
  });

  it('converts where that does not wait', () => {
    const kind = kindOf();
    const { find, convert } = storedVersionsOf(kind);
    expect(convert(object, find(V1)!, find(V2)!)).toMatchObject({ apiVersion: V2, metadata: { name: 'a' } });
    const waiting = storedVersionsOf(kindOf({}, { converter: { convert: (objects) => objects } }));
    expect(waiting.convert(object, find(V1)!, find(V2)!)).toBeUndefined();
  });
});

describe('CheckedConverter.convert()', () => {
  it('hands over no more than a batch, and never none', async () => {
    const sizes: number[] = [];
    const convert = (objects: readonly ApiObject[]) => (sizes.push(objects.length), objects);
    const converter = new CheckedConverter({ convert }, { batchSize: 2, owner: '' });
    const { storage, versions } = kindOf();
    const objects = ['a', 'b', 'c', 'd'].map((name) => shapeOf(Thing).canonicalize({ ...thing(name), apiVersion: V1 }));
    await converter.convert(objects, storage, versions.get(V2)!);
    expect(sizes).toEqual([2, 2]);
  });

  it('hands over sixteen at a time where the kind does not say', () => {
    expect(kindOf().conversionBatch).toBe(16);
  });
});

describe('canonicalResult()', () => {
  const resultFor = (type: Partial<ObjectShape>, object: object) => () =>
    canonicalResult({
      ...{ where: 'Thing/v2: toHub', object: object as ApiObject },
      to: { apiVersion: V1, type: type as ObjectShape },
      wrap: (error) => new Error('wrapped', { cause: error }),
    });

  it('names the value that does not fit, with an error of its own', () => {
    const misfit = resultFor(shapeOf(Thing), { ...thing('a'), spec: { count: 'many' } });
    expect(misfit).toThrow(MisconvertedObject);
    expect(misfit).toThrow(expect.objectContaining({ name: 'MisconvertedObject' }));
  });

  it('wraps a fault that no value explains', () => {
    const canonicalize = () => {
      throw new Error('out of memory');
    };
    expect(resultFor({ canonicalize, published: { schema: {} } }, thing('a'))).toThrow('wrapped');
  });
});
