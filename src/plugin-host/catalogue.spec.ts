import { ResolvedKind, defineKind } from '../registry/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../schema/index.js';
import { Catalogue } from './catalogue.js';
import { ALL_VERBS, type ServedResource } from './served-resource.js';

@ApiType()
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

function catalogue(): Catalogue {
  const definition = defineKind({
    kind: 'Thing',
    plural: 'things',
    namespaced: true,
    versions: [
      { name: 'v1', type: Thing },
      { name: 'v1alpha1', type: Thing, served: false },
    ],
    storageVersion: 'v1',
    scale: {} as never,
  });
  const kind = new ResolvedKind('test.example.com', definition);
  const binding = { name: 'binding', verbs: [], group: '', version: 'v1', kind: 'Binding', type: Thing } as never;
  const resource: ServedResource = {
    gvr: { group: 'test.example.com', version: 'v1', resource: 'things' },
    kind,
    version: kind.storage,
    store: undefined,
    computed: undefined,
    review: undefined,
    subresources: new Map([['binding', { definition: binding, type: shapeOf(Thing), handler: {} as never }]]),
    verbs: new Set(ALL_VERBS),
  };
  const filled = new Catalogue();
  filled.add(resource);
  return filled;
}

describe('Catalogue.knowsKind()', () => {
  it.each([
    ['test.example.com/v1', 'Thing', true],
    ['test.example.com/v1', 'ThingList', true],
    ['test.example.com/v1alpha1', 'Thing', true],
    ['test.example.com/v1', 'DeleteOptions', true],
    ['test.example.com/v2', 'DeleteOptions', false],
    ['autoscaling/v1', 'Scale', true],
    ['v1', 'Binding', true],
    ['v1', 'Status', true],
    ['test.example.com/v1', 'Status', false],
    ['v1', 'Thing', false],
  ])('of %s %s answers %s', (apiVersion, kind, expected) => {
    expect(catalogue().knowsKind(apiVersion, kind)).toBe(expected);
  });
});
