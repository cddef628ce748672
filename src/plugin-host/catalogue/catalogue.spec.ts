import fc from 'fast-check';
import { type KindDefinition, ResolvedKind, type ResourceStore, defineKind, existsIn } from '../../registry/index.js';
import { declareResource } from '../../client/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import { Catalogue } from './catalogue.js';
import { type ServedResource, serveContent } from './served-resource.js';

@ApiType()
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

const GROUP = 'test.example.com';
const NAMES = { kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' };

function serve(kind: ResolvedKind, apiVersion: string): ServedResource {
  const version = kind.versions.get(apiVersion)!;
  const parts = {
    gvr: { group: version.group, version: version.name, resource: kind.definition.plural },
    kind,
    version,
    deprecation: undefined,
    hasSubresource: () => true,
    handlerOf: () => ({}) as never,
    connectorOf: () => ({}) as never,
  };
  return serveContent(parts, { serves: 'objects', store: { kind } as never });
}

function things(changes: Partial<KindDefinition> = {}): ResolvedKind {
  const versions = [
    { name: 'v1', type: Thing },
    { name: 'v1alpha1', type: Thing, served: false },
  ];
  return new ResolvedKind(GROUP, defineKind({ ...NAMES, versions, ...changes }));
}

describe('Catalogue.knowsKind()', () => {
  const binding = { name: 'binding', verbs: [], group: '', version: 'v1', kind: 'Binding', type: Thing } as never;
  const kind = things({ scale: {} as never, subresources: [binding], formerVersions: ['old.example.com/v1'] });
  const catalogue = new Catalogue();
  const resource = serve(kind, `${GROUP}/v1`);
  catalogue.add(resource);

  it.each([
    ['test.example.com/v1', 'Thing', true],
    ['test.example.com/v1', 'ThingList', true],
    ['test.example.com/v1alpha1', 'Thing', true],
    ['old.example.com/v1', 'Thing', true],
    ['old.example.com/v1', 'DeleteOptions', false],
    ['test.example.com/v1', 'DeleteOptions', true],
    ['test.example.com/v2', 'DeleteOptions', false],
    ['autoscaling/v1', 'Scale', true],
    ['v1', 'Binding', true],
    ['v1', 'Status', true],
    ['test.example.com/v1', 'Status', false],
    ['v1', 'Thing', false],
  ])('of %s %s answers %s', (apiVersion, name, expected) => {
    expect(catalogue.knowsKind(apiVersion, name)).toBe(expected);
  });

  it.each([
    ['test.example.com/v1', 'Thing', Thing],
    ['test.example.com/v1alpha1', 'Thing', Thing],
    ['v1', 'Binding', Thing],
    ['test.example.com/v1', 'ThingList', undefined],
    ['test.example.com/v1', 'DeleteOptions', undefined],
    ['old.example.com/v1', 'Thing', undefined],
    ['v1', 'Thing', undefined],
  ])('returns the type of %s %s', (apiVersion, name, expected) => {
    expect(catalogue.typeOf(apiVersion, name)).toBe(expected && shapeOf(expected));
  });

  it('knows nothing of a resource that has gone', () => {
    const other = serve(things({ kind: 'Other', plural: 'others' }), `${GROUP}/v1`);
    catalogue.add(other);
    catalogue.remove(other);
    expect(catalogue.knowsKind('test.example.com/v1', 'Other')).toBe(false);
    expect(catalogue.typeOf('test.example.com/v1', 'Other')).toBeUndefined();
    expect(catalogue.typeOf('test.example.com/v1', 'Thing')).toBe(shapeOf(Thing));
    expect(catalogue.knowsKind('test.example.com/v1', 'DeleteOptions')).toBe(true);
  });
});

describe('Catalogue', () => {
  it('orders groups by priority and versions by how stable they are', () => {
    const catalogue = new Catalogue();
    const versions = ['v1beta1', 'v2', 'v1'].map((name) => ({ name, type: Thing }));
    for (const [group, priority] of [
      ['b.example.com', 0],
      ['a.example.com', 0],
      ['', 10],
    ] as const) {
      const kind = new ResolvedKind(group, defineKind({ ...NAMES, versions }));
      for (const version of kind.versions.keys()) catalogue.add(serve(kind, version), priority);
    }
    expect(catalogue.groups().map(({ group }) => group)).toEqual(['', 'b.example.com', 'a.example.com']);
    expect(catalogue.groups()[1]).toEqual({
      group: 'b.example.com',
      versions: ['v2', 'v1', 'v1beta1'],
      preferred: 'v2',
    });
  });

  it('reports added and removed resources, and ends their watches', () => {
    const catalogue = new Catalogue();
    const told: string[] = [];
    const stop = catalogue.onChange(({ group, version }) => told.push(`${group}/${version}`));
    const resource = serve(things(), `${GROUP}/v1`);
    catalogue.add(resource);
    const left: string[] = [];
    resource.onGone(() => left.push('watch'));
    resource.onGone(() => left.push('never'))();
    catalogue.remove(resource);
    catalogue.remove(resource);
    stop();
    catalogue.add(resource);
    expect(told).toEqual([`${GROUP}/v1`, `${GROUP}/v1`]);
    expect(left).toEqual(['watch']);
  });
});

describe('what a release serves', () => {
  const minor = fc.integer({ min: 15, max: 32 });
  const release = (n: number | undefined): string | undefined => (n === undefined ? undefined : `1.${n}`);
  const declared = fc.record({
    name: fc.constantFrom('v1alpha1', 'v1beta1', 'v1beta2', 'v1', 'v2'),
    group: fc.constantFrom(undefined, 'old.example.com', ''),
    introduced: fc.option(minor, { nil: undefined }),
    removed: fc.option(minor, { nil: undefined }),
    served: fc.boolean(),
  });

  it('is what its declarations say, whatever they are and in whatever order they come and go', () => {
    const apiVersionOf = ({ group = GROUP, name }: { group?: string; name: string }): string =>
      group === '' ? name : `${group}/${name}`;
    const unique = fc.uniqueArray(declared, { selector: apiVersionOf, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(unique, minor, fc.array(fc.nat()), (versions, at, removals) => {
        const definition = defineKind({
          ...NAMES,
          storageVersion: apiVersionOf(versions[0]),
          versions: versions.map(({ introduced, removed, ...rest }) => {
            return { ...rest, type: Thing, introduced: release(introduced), removed: release(removed) };
          }),
        });
        const kind = new ResolvedKind(GROUP, definition);
        const catalogue = new Catalogue();
        const resources = kind
          .servedVersions()
          .filter((version) => existsIn(version, `1.${at}`))
          .map(({ apiVersion }) => serve(kind, apiVersion));
        for (const resource of resources) catalogue.add(resource);
        const gone = new Set(removals.map((n) => resources[n % Math.max(1, resources.length)]));
        for (const resource of gone) if (resource) catalogue.remove(resource);
        const expected = versions
          .filter(({ served, introduced = 0, removed = 99 }) => served && introduced <= at && at < removed)
          .map(apiVersionOf)
          .filter((apiVersion) => !resources.some((r) => gone.has(r) && r.version.apiVersion === apiVersion));
        const shown = catalogue
          .groups()
          .flatMap(({ group, versions: names }) => names.map((name) => apiVersionOf({ group, name })));
        expect([...shown].sort()).toEqual(expected.sort());
        for (const { group, preferred, versions: names } of catalogue.groups()) {
          expect(preferred).toBe(names[0]);
          for (const name of names) expect(catalogue.resource(group, name, 'things')!.gvr).toMatchObject({ group });
        }
        for (const version of versions) {
          const isThere = expected.includes(apiVersionOf(version));
          expect(catalogue.resourcesOf(version.group ?? GROUP, version.name)).toHaveLength(isThere ? 1 : 0);
          expect(catalogue.serves(version.group ?? GROUP, version.name)).toBe(isThere);
        }
      }),
    );
  });
});

describe('Catalogue.of()', () => {
  @ApiType({ name: 'com.example.v1.Crate' })
  class Crate {
    @Field(1, ObjectMeta) metadata: ObjectMeta;
  }
  @ApiType()
  class OldCrate {
    @Field(1, ObjectMeta) metadata: ObjectMeta;
  }
  const names = { kind: 'Crate', resource: 'crates', scope: 'Namespaced' } as const;
  declareResource(Crate, { ...names, group: GROUP, version: 'v1' });
  declareResource(OldCrate, { ...names, group: GROUP, version: 'v1beta1' });
  const kind = new ResolvedKind(
    GROUP,
    defineKind({ kind: 'Crate', plural: 'crates', versions: [{ name: 'v1', type: Crate }] }),
  );
  const store = { kind } as ResourceStore;
  const catalogue = new Catalogue();
  catalogue.addStore(store);

  it('finds a store by the class of the kind, by its names, and by group and resource', () => {
    const typed: ResourceStore<Crate> = catalogue.of(Crate);
    expect(typed).toBe(store);
    expect(catalogue.find(Crate)).toBe(store);
    expect(catalogue.of({ ...names, group: GROUP, version: 'v1' })).toBe(store);
    expect(catalogue.of(GROUP, 'crates')).toBe(store);
  });

  it('refuses the class of another version, whose objects it does not have', () => {
    const text =
      'OldCrate is of crates in test.example.com/v1beta1, but stores have objects of the storage version: give the class of test.example.com/v1 (com.example.v1.Crate), or use Client';
    expect(() => catalogue.of(OldCrate)).toThrow(new TypeError(text));
    expect(() => catalogue.find({ ...names, group: GROUP, version: 'v1beta1' })).toThrow('these are the names of');
  });

  it('refuses the class of no plugin, and a kind that nobody has brought', () => {
    expect(() => catalogue.of(Thing)).toThrow('Thing is the class of no plugin that is loaded');
    expect(new Catalogue().find(Crate)).toBeUndefined();
    expect(() => new Catalogue().of(Crate)).toThrow(`no plugin has brought crates of group "${GROUP}"`);
  });
});

describe('Catalogue.groupResources()', () => {
  it('has each resource once: of stores, and of what is served without one', () => {
    const catalogue = new Catalogue();
    const stored = things({ plural: 'others' });
    catalogue.addStore({ kind: stored } as ResourceStore);
    catalogue.add(serve(stored, `${GROUP}/v1`));
    catalogue.add(serve(things(), `${GROUP}/v1`));
    expect(catalogue.groupResources()).toEqual([
      { group: GROUP, resource: 'others' },
      { group: GROUP, resource: 'things' },
    ]);
  });
});
