import { compileType } from './compiled-type.js';
import { ApiType, Field } from './decorators.js';
import { KubernetesObject } from './kubernetes-object.js';

@ApiType({ name: 'k8s.io.api.test.v1.Base' })
class Base {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'k8s.io.api.test.v1.Tree', embed: 3 })
class Tree extends Base {
  @Field(1, () => Tree, { list: true }) branches?: Tree[];
  @Field(2, () => Leaf) leaf: Leaf;
  @Field(4, () => Leaf, { pointer: true }) maybe?: Leaf;
}

@ApiType()
class Leaf {
  @Field(1, 'int32') size?: number;
}

const TREE = compileType(Tree);

describe('compileType()', () => {
  it('answers the same object for the same class', () => {
    expect(compileType(Tree)).toBe(TREE);
    expect(TREE.field('branches')?.struct).toBe(TREE);
  });

  it('refuses a class that is no API type', () => {
    class Plain {
      name?: string;
    }
    expect(() => compileType(Plain)).toThrow('class Plain carries no @ApiType');
    expect(() =>
      compileType(
        class {
          readonly a = 1;
        },
      ),
    ).toThrow('class without a name carries no @ApiType');
    const names = { group: '', resource: 'configmaps' };
    expect(() => compileType(names as never)).toThrow(
      'an object with group, resource, given as a class, carries no @ApiType',
    );
    expect(() => compileType(undefined as never)).toThrow('the type undefined, which is no class, carries no @ApiType');
  });

  it('says which field refers to a class that is not there yet', () => {
    @ApiType({ name: 'Early' })
    class Early {
      @Field(1, undefined as never) later?: object;
    }
    expect(() => compileType(Early).fields).toThrow('Early.later: its type is not defined yet');
  });
});

describe('CompiledType', () => {
  it('derives the names other formats know it by', () => {
    expect(TREE).toMatchObject({
      shortName: 'Tree',
      goName: 'v1.Tree',
      openapiName: 'io.k8s.api.test.v1.Tree',
    });
    expect(compileType(Leaf)).toMatchObject({ name: 'Leaf', openapiName: 'Leaf' });
  });

  it('takes over the fields of the parent class, in their places, where it inherits', () => {
    @ApiType({ name: 'k8s.io.api.test.v1.Heir', inherits: true })
    class Heir extends Leaf {
      @Field(1, 'string') override size?: never;
      @Field(9, 'bool') more?: boolean;
    }
    const heir = compileType(Heir);
    expect(heir.ownFields.map((f) => [f.number, f.name, f.scalar])).toEqual([
      [1, 'size', 'string'],
      [9, 'more', 'bool'],
    ]);
    expect(heir.embedded).toBeUndefined();
    expect(compileType(Leaf).field('size')?.scalar).toBe('int32');
  });

  it('has the description of the parent class where it says to inherit', () => {
    @ApiType({ name: 'k8s.io.api.test.v1.Oak', doc: 'A tree.' })
    class Oak {
      @Field(1, 'string') name?: string;
    }
    @ApiType({ name: 'k8s.io.api.test.v1beta1.Oak', inherits: true })
    class OakV1beta1 extends Oak {}
    @ApiType({ name: 'k8s.io.api.test.v1alpha1.Oak', inherits: true, doc: 'An early tree.' })
    class OakV1alpha1 extends Oak {}
    @ApiType({ name: 'k8s.io.api.test.v1.Holm' })
    class Holm extends Oak {}
    expect([OakV1beta1, OakV1alpha1, Holm].map((each) => compileType(each).doc)).toEqual([
      'A tree.',
      'An early tree.',
      undefined,
    ]);
  });

  it('inherits where nothing is said', () => {
    @ApiType({ name: 'com.example.v1.Pier' })
    class Pier extends KubernetesObject {
      @Field(2, 'int32') length?: number;
    }
    expect(compileType(Pier).ownFields.map((f) => [f.number, f.name])).toEqual([
      [1, 'metadata'],
      [2, 'length'],
    ]);
  });

  it('shows the fields of the parent class behind its own, flat', () => {
    expect(TREE.fields.map((f) => f.name)).toEqual(['branches', 'leaf', 'maybe', 'name']);
    expect(TREE.ownFields.map((f) => f.name)).not.toContain('name');
    expect(TREE.embedded).toEqual({ number: 3, type: compileType(Base) });
    expect(compileType(Base).embedded).toBeUndefined();
  });

  it('distinguishes structs by value from pointers and lists', () => {
    expect(TREE.fields.map((f) => f.embeddedStruct)).toEqual([false, true, false, false]);
  });

  it('finds fields by name only', () => {
    expect(TREE.field('leaf')).toMatchObject({ number: 2, scalar: undefined, struct: compileType(Leaf) });
    expect(TREE.field('constructor')).toBeUndefined();
  });
});
