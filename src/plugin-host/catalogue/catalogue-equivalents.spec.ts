import { ResolvedKind, type ResolvedVersion, SCALE_KIND, defineKind } from '../../registry/index.js';
import { ApiType, Field, ObjectMeta } from '../../schema/index.js';
import { CatalogueEquivalents } from './catalogue-equivalents.js';
import { Catalogue } from './catalogue.js';
import { type ServedResource, serveContent } from './served-resource.js';

@ApiType()
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

const KIND = new ResolvedKind(
  'test.example.com',
  defineKind({
    kind: 'Thing',
    plural: 'things',
    namespaced: true,
    storageVersion: 'v1',
    versions: [
      { name: 'v1', type: Thing, hasStatus: true },
      { name: 'v1beta1', type: Thing, hasStatus: false },
      { name: 'v1', group: 'older.example.com', type: Thing, hasStatus: true },
      { name: 'v1alpha1', type: Thing, hasStatus: true },
    ],
  }),
);

function serve(version: ResolvedVersion): ServedResource {
  const never = (): never => ({}) as never;
  const hooks = { hasSubresource: () => true, handlerOf: never, connectorOf: never };
  const parts = { gvr: version.gvr, kind: KIND, version, deprecation: undefined, ...hooks };
  return serveContent(parts, { serves: 'objects', store: {} as never });
}

const [stable, beta, older] = [...KIND.versions.values()];

describe('CatalogueEquivalents', () => {
  let catalogue: Catalogue;
  let equivalents: CatalogueEquivalents;
  let served: ServedResource[];

  beforeEach(() => {
    catalogue = new Catalogue();
    equivalents = new CatalogueEquivalents(catalogue);
    // The last one is declared, but not served.
    served = [stable, beta, older].map(serve);
    for (const resource of served) catalogue.add(resource);
  });

  it('are the other versions of the kind, in all groups, that are served', () => {
    expect(equivalents.equivalentsOf(stable.gvr, '')).toEqual([
      { resource: beta.gvr, kind: beta.gvk },
      { resource: older.gvr, kind: older.gvk },
    ]);
    expect(equivalents.equivalentsOf(older.gvr, '').map(({ resource }) => resource)).toEqual([stable.gvr, beta.gvr]);
  });

  it('have a subresource where they are equivalents of it', () => {
    expect(equivalents.equivalentsOf(stable.gvr, 'status')).toEqual([{ resource: older.gvr, kind: older.gvk }]);
    expect(equivalents.equivalentsOf(stable.gvr, 'scale')).toEqual([]);
  });

  it('are empty for a resource that is not served', () => {
    expect(equivalents.equivalentsOf({ ...SCALE_KIND, resource: 'things' }, '')).toEqual([]);
  });

  it('follow what is served, and report changes until they are stopped', () => {
    let changes = 0;
    const stop = equivalents.onChange(() => changes++);
    catalogue.remove(served[1]);
    expect(equivalents.equivalentsOf(stable.gvr, '')).toEqual([{ resource: older.gvr, kind: older.gvk }]);
    stop();
    catalogue.remove(served[2]);
    expect(changes).toBe(1);
  });
});
