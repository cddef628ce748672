import { type ResourceKind, declareResource, resourceKindOf } from './resource-kind.js';

class Crane {
  metadata: { name?: string };
}

const kindOf = (changes: Partial<ResourceKind> = {}): ResourceKind => ({
  ...{ group: 'example.com', version: 'v1', kind: 'Crane', resource: 'cranes', scope: 'Namespaced' },
  ...changes,
});

describe('resourceKindOf()', () => {
  it('finds the first kind of a class, also where others of the same resource follow', () => {
    class Shared extends Crane {}
    declareResource(Shared, kindOf());
    declareResource(Shared, kindOf({ version: 'v2' }));
    declareResource(Shared, kindOf());
    expect(resourceKindOf(Shared)).toEqual(kindOf());
    const [symbol] = Object.getOwnPropertySymbols(Shared);
    expect((Shared as unknown as Record<symbol, unknown[]>)[symbol]).toHaveLength(2);
  });

  it('refuses a class of two resources, and one of none, also where its parent has a kind', () => {
    class Two extends Crane {}
    class Parent extends Crane {}
    class Child extends Parent {}
    declareResource(Two, kindOf());
    declareResource(Two, kindOf({ group: 'other.example.com' }));
    declareResource(Parent, kindOf());
    expect(() => resourceKindOf(Two)).toThrow('Two is the class of cranes.example.com and cranes.other.example.com');
    expect(() => resourceKindOf(Child)).toThrow('Child is the class of no plugin');
  });

  it('takes names as they are', () => {
    expect(resourceKindOf(kindOf())).toEqual(kindOf());
  });
});
