import { Thing, thing } from '../../../test/support/registry-store.js';
import type { ApiObject, ResultRule } from '../../apimachinery/index.js';
import { shapeOf } from '../../schema/index.js';
import { HookFailure, guardHooks } from './hook-failure.js';
import type { KindDefinition, KindVersion } from './kind-definition.js';
import type { ReferenceQuirks } from './reference-quirks.js';
import { ResolvedKind } from './resolved-kind.js';
import {
  deprecationWarning,
  disownedFieldsOf,
  existsIn,
  isIntroduced,
  resetFieldsOf,
  type ResolvedVersion,
} from './resolved-version.js';

type Members = Partial<Omit<KindDefinition, 'versions'>>;

const GROUP = 'test.example.com';

function kindOf(
  members: Members = {},
  version: Partial<KindVersion> = {},
  group = GROUP,
  plugin?: string,
): ResolvedKind {
  const versions = [
    { name: 'v1', type: Thing, ...version },
    { name: 'v2', type: Thing },
  ] as KindVersion[];
  const names = { kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' };
  return new ResolvedKind(group, { ...names, ...members, versions }, { plugin: plugin });
}
const versionOf = (members: Members = {}, version: Partial<KindVersion> = {}): ResolvedVersion =>
  kindOf(members, version).storage;

describe('ResolvedKind', () => {
  it('names lists, objects and keys by the kind, unless the declaration does', () => {
    const { listKind, singular, keyPrefix } = kindOf();
    expect([listKind, singular, keyPrefix]).toEqual(['ThingList', 'thing', '/registry/test.example.com/things/']);
    const named = kindOf({ listKind: 'Things', singular: 'one', storagePrefix: 'x/y' });
    expect([named.listKind, named.singular, named.keyPrefix]).toEqual(['Things', 'one', '/registry/x/y/']);
    expect(kindOf({}, {}, '').keyPrefix).toBe('/registry/things/');
  });

  it('has keys by namespace, where its objects have one', () => {
    const namespaced = kindOf();
    expect([
      namespaced.keyOf('ns', 'a'),
      namespaced.keyOf('ns'),
      namespaced.keyOf(''),
      namespaced.keyOf('', 'a'),
    ]).toEqual(['ns/a', 'ns/', '', 'a'].map((end) => namespaced.keyPrefix + end));
    const cluster = kindOf({ namespaced: false });
    expect([cluster.keyOf('ns', 'a'), cluster.keyOf('', 'a')]).toEqual(Array(2).fill(`${cluster.keyPrefix}a`));
  });

  it('names itself in failures, with its plugin where that is known', () => {
    expect([kindOf().place, kindOf({}, {}, GROUP, 'Things').place]).toEqual(['Thing/v1', 'Things: Thing/v1']);
  });

  it.each<[ReferenceQuirks['allowsPlainFinalizers'], boolean, boolean]>([
    [undefined, false, false],
    [true, true, true],
    [['test.example.com/v2'], false, true],
  ])('allows plain finalizers, declared as %j, in v1: %s, in v2: %s', (allowsPlainFinalizers, v1, v2) => {
    const kind = kindOf({ quirks: { allowsPlainFinalizers } });
    expect([kind.allowsPlainFinalizers(), kind.allowsPlainFinalizers(`${GROUP}/v2`)]).toEqual([v1, v2]);
  });

  it('stores objects unless it is an operation or a view', () => {
    const hook = Object as never;
    expect([kindOf().isStored, kindOf({ review: hook }).isStored, kindOf({ source: hook }).isStored]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('shows the versions that are served and not withheld', () => {
    const kind = kindOf({}, { served: false });
    const [v1, v2] = [...kind.versions.values()];
    expect([kind.isShown(v1), kind.isShown(v2)]).toEqual([false, true]);
    expect(kind.servedVersions()).toEqual([v2]);
    kind.withhold(v2);
    expect(kind.isShown(v2)).toBe(false);
  });

  it('forgets versions, but not the one objects are stored in', () => {
    const kind = kindOf();
    for (const version of [...kind.versions.values()]) kind.removeVersion(version);
    expect([...kind.versions.keys()]).toEqual([`${GROUP}/v1`]);
  });

  it('finds versions by the group they are served in', () => {
    const kind = kindOf({ storageVersion: 'v2' }, { group: 'older.example.com' });
    expect(kind.groupResourceIn('older.example.com/v1')).toEqual({ group: 'older.example.com', resource: 'things' });
    expect(kind.groupResourceIn(`${GROUP}/v2`)).toBe(kind.groupResource);
    expect(kind.groupResourceIn(undefined)).toBe(kind.groupResource);
    expect(kind.versionOf('none/v1')).toBe(kind.storage);
  });

  it.each<[Members['worksIn'], boolean, string]>([
    [undefined, false, 'v1'],
    ['requestedVersion', false, 'v2'],
    ['storageVersion', true, 'v1'],
    [undefined, true, 'v2'],
  ])('works, declared as %s, with shapes of run time: %s, on a request in v2 in %s', (worksIn, isShaped, expected) => {
    const type = isShaped ? shapeOf(Thing) : Thing;
    const versions = ['v1', 'v2'].map((name) => ({ name, type })) as unknown as KindVersion[];
    const names = { kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' };
    const kind = new ResolvedKind(GROUP, { ...names, worksIn, versions });
    expect(kind.workingVersion(`${GROUP}/v2`).name).toBe(expected);
  });

  it('converts states at once where the converter does not wait, and leaves those of the same version', async () => {
    const relabeled = (apiVersion: string) => (objects: readonly ApiObject[]) =>
      objects.map((each) => ({ ...each, apiVersion }));
    const kind = kindOf({ converter: { convert: (objects, _from, to) => relabeled(to.apiVersion)(objects) } });
    const [v1, v2] = [...kind.versions.values()];
    const states = [thing('a'), thing('b')] as ApiObject[];
    expect(kind.convertEach(states, v1, v1)).toBe(states);
    expect((kind.convertEach(states, v1, v2) as ApiObject[]).map(({ apiVersion }) => apiVersion)).toEqual(
      Array(2).fill(v2.apiVersion),
    );
    const late = kindOf({
      converter: { convert: (objects, _from, to) => Promise.resolve(relabeled(to.apiVersion)(objects)) },
    });
    const [late1, late2] = [...late.versions.values()];
    const waiting = late.convertEach(states, late1, late2);
    expect(waiting).toBeInstanceOf(Promise);
    expect((await waiting).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(kind.fromStored([], v2)).toEqual([]);
  });
});

describe('resolveVersion()', () => {
  const scale = { specReplicas: () => 1 } as never;
  const of = <T>(value: T): T[] => [value];
  const rows: [keyof ResolvedVersion & keyof KindVersion, unknown, unknown, unknown][] = [
    ['hasStatus', true, false, false],
    ['verbs', of('get'), of('list'), undefined],
    ['scale', scale, { ...(scale as object) }, undefined],
    ['scaleForm', of(1), of(2), undefined],
    ['connections', of({ name: 'a' }), of({ name: 'b' }), []],
    ['columns', of(1), of(2), undefined],
    ['resetFields', of('a'), of('b'), []],
    ['statusResetFields', of('a'), of('b'), []],
  ];

  it.each(rows)('takes %s from the version, else from the kind', (member, ofKind, ofVersion, otherwise) => {
    expect(versionOf({ [member]: ofKind }, { [member]: ofVersion })[member]).toBe(ofVersion);
    expect(versionOf({ [member]: ofKind })[member]).toBe(ofKind);
    expect(versionOf({}, { [member]: ofVersion })[member]).toBe(ofVersion);
    expect(versionOf()[member]).toEqual(otherwise);
  });

  it('takes subresources from the version, else from the kind, and fills in what they leave out', () => {
    const [ofKind, ofVersion] = ['a', 'b'].map((name) => [{ name, kind: 'Part', version: 'v9' }]);
    const { group, name: version } = versionOf();
    const complete = (name: string): object[] => [{ name, kind: 'Part', group, version: 'v9' }];
    expect(versionOf({ subresources: ofKind } as never, { subresources: ofVersion } as never).subresources).toEqual(
      complete('b'),
    );
    expect(versionOf({ subresources: ofKind } as never).subresources).toEqual(complete('a'));
    expect(versionOf({}, { subresources: [{ name: 'c', kind: 'Part' }] } as never).subresources).toEqual([
      { name: 'c', kind: 'Part', group, version },
    ]);
    expect(versionOf().subresources).toEqual([]);
  });

  it('takes over the quirks of the kind', () => {
    const describeUnselectable = (field: string): string => field;
    const quirks = { describeUnselectable, statusDisownedFields: ['a'], advertisedVerbs: ['get'] };
    expect(versionOf({ quirks })).toMatchObject(quirks);
    expect(versionOf()).toMatchObject({ describeUnselectable: undefined, statusDisownedFields: [] });
  });

  it('serves versions unless they say otherwise', () => {
    expect(versionOf()).toMatchObject({ isServed: true, isOnByDefault: true });
    expect(versionOf({}, { served: false, onByDefault: false })).toMatchObject({
      isServed: false,
      isOnByDefault: false,
    });
  });

  it('keeps status from main writes where there is a status', () => {
    expect(versionOf({ hasStatus: true }).resetFields).toEqual(['status']);
  });

  it.each<[boolean, object | undefined, string[], boolean]>([
    [true, undefined, ['metadata.name', 'metadata.namespace'], false],
    [false, undefined, ['metadata.name', 'metadata.namespace'], false],
    [true, { 'spec.a': () => '' }, ['metadata.name', 'metadata.namespace', 'spec.a'], true],
    [false, { 'spec.a': () => '' }, ['metadata.name', 'spec.a'], true],
    [false, {}, ['metadata.name'], true],
  ])('with namespaces %s and own fields %p is selected by %j', (namespaced, selectableFields, names, hasOwn) => {
    const version = versionOf({ namespaced, selectableFields } as Members);
    expect([[...version.selectableFields], version.hasOwnSelectableFields]).toEqual([names, hasOwn]);
    const own = versionOf({ namespaced }, { selectableFields } as Partial<KindVersion>);
    expect([...own.selectableFields]).toEqual(names);
  });
});

describe('resetFieldsOf() and disownedFieldsOf()', () => {
  const version = versionOf({
    resetFields: ['status'],
    statusResetFields: ['spec'],
    quirks: { statusDisownedFields: ['metadata'] },
    subresources: [
      { name: 'a', kind: 'A', resetFields: ['a'] },
      { name: 'b', kind: 'B' },
    ] as never,
  });

  it.each([
    ['', ['status'], ['status']],
    ['status', ['spec'], ['spec', 'metadata']],
    ['a', ['a'], ['a']],
    ['b', ['status'], ['status']],
    ['none', ['status'], ['status']],
  ])('of writes through "%s" are %j and %j', (subresource, reset, disowned) => {
    expect([resetFieldsOf(version, subresource), disownedFieldsOf(version, subresource)]).toEqual([reset, disowned]);
  });
});

describe('existsIn()', () => {
  it.each<[string | undefined, string | undefined, boolean[]]>([
    [undefined, undefined, [true, true, true]],
    ['1.30', undefined, [false, true, true]],
    [undefined, '1.31', [true, true, false]],
    ['1.30', '1.31', [false, true, false]],
  ])('of a version from %s to %s', (introduced, removed, expected) => {
    const declared = versionOf({}, { introduced, removed } as Partial<KindVersion>);
    const releases = ['1.29', '1.30', '1.31'];
    expect(releases.map((release) => existsIn(declared, release))).toEqual(expected);
    expect(isIntroduced(introduced, '1.9')).toBe(introduced === undefined);
  });
});

describe('deprecationWarning()', () => {
  const END = `${GROUP}/v1 Thing is deprecated in v1.30+`;

  it.each<[Partial<KindVersion>, string, string | undefined]>([
    [{}, '1.32', undefined],
    [{ deprecation: 'own' }, '1.32', 'own'],
    [{ deprecated: '1.30' }, '1.29', undefined],
    [{ deprecated: '1.30' }, '1.30', END],
    [{ deprecated: '1.30' }, '1.31', END],
    [{ deprecated: '1.30', deprecation: 'own' }, '1.29', undefined],
    [{ deprecated: '1.30', deprecation: 'own' }, '1.30', 'own'],
    [{ deprecated: '1.30', removed: '1.35' }, '1.30', `${END}, unavailable in v1.35+`],
    [{ deprecated: '1.30', replacement: 'b/v1 Other' }, '1.30', `${END}; use b/v1 Other`],
    [
      { deprecated: '1.30', removed: '1.35', replacement: 'b/v1 O' },
      '1.30',
      `${END}, unavailable in v1.35+; use b/v1 O`,
    ],
  ])('of %j in %s is %s', (version, release, text) =>
    expect(deprecationWarning(versionOf({}, version), release)).toBe(text),
  );
});

const ANY: ResultRule = { isRight: () => true, wanted: 'anything' };

describe('guardHooks()', () => {
  const hooks = guardHooks(
    {
      name: 'hooks',
      answer: () => 1,
      fail: (): never => {
        throw new Error('broken');
      },
      reject: () => Promise.reject(new Error('late')),
      missing: undefined as (() => void) | undefined,
      self(): string {
        return this.name;
      },
    },
    { answer: ANY, fail: ANY, reject: { ...ANY, mayWait: true }, missing: ANY, self: ANY, name: ANY },
    { where: 'Kind/v1' },
  );

  it('names the function that failed, and leaves others as they are', async () => {
    expect([hooks.answer(), hooks.self(), hooks.missing, hooks.name]).toEqual([1, 'hooks', undefined, 'hooks']);
    expect(() => hooks.fail()).toThrow(HookFailure);
    expect(() => hooks.fail()).toThrow('Kind/v1: fail');
    await expect(hooks.reject()).rejects.toThrow('Kind/v1: reject');
  });
});
