import { compileType } from './compiled-type.js';
import { ApiType, Field } from './decorators.js';
import { applyDefaults } from './defaulting.js';

const order: string[] = [];

@ApiType({ defaults: () => order.push('leaf') })
class Leaf {
  @Field(1, 'string', { default: 'green' })
  color?: string;

  @Field(2, () => Leaf, { list: true })
  leaves?: Leaf[];
}

@ApiType({
  defaults: (tree: Tree) => {
    order.push(`tree of ${tree.height}`);
    tree.top ??= {};
  },
})
class Tree {
  @Field(1, 'int32', { pointer: true, default: 3 })
  height?: number;

  @Field(2, 'int32', { default: 7 })
  age?: number;

  @Field(3, 'json', { default: { deep: [] } })
  notes?: { deep: string[] };

  @Field(4, Leaf, { pointer: true })
  top?: Leaf;

  @Field(5, Leaf, { map: true })
  named?: Record<string, Leaf>;
}

@ApiType({ inherits: true })
class Bush extends Tree {}

@ApiType({ inherits: true, defaults: () => order.push('hedge') })
class Hedge extends Tree {}

const TREE = compileType(Tree);

beforeEach(() => order.splice(0));

describe('applyDefaults()', () => {
  it('takes over the function of a type that is inherited, unless there is an own one', () => {
    const bush: Bush = { height: 1, top: {} };
    applyDefaults(compileType(Bush), bush);
    applyDefaults(compileType(Hedge), { height: 1, top: {} });
    expect(order).toEqual(['tree of 1', 'leaf', 'hedge', 'leaf']);
  });

  it('sets declared defaults, then calls the type, then goes into its members', () => {
    const tree: Tree = {};
    applyDefaults(TREE, tree);
    expect(tree).toEqual({ height: 3, age: 7, notes: { deep: [] }, top: { color: 'green' } });
    expect(order).toEqual(['tree of 3', 'leaf']);
  });

  it('keeps what is set; zero counts as set for pointers only', () => {
    const tree: Tree = { height: 0, age: 0, top: { color: 'red' } };
    applyDefaults(TREE, tree);
    expect(tree).toMatchObject({ height: 0, age: 7, top: { color: 'red' } });
  });

  it('reaches elements of lists and maps, and types inside themselves', () => {
    const tree: Tree = { named: { a: {} }, top: { leaves: [{ leaves: [{}] }] } };
    applyDefaults(TREE, tree);
    expect(tree.named).toEqual({ a: { color: 'green' } });
    expect(tree.top!.leaves![0].leaves![0].color).toBe('green');
  });

  it('gives no two objects the same default', () => {
    const [a, b]: Tree[] = [{}, {}];
    applyDefaults(TREE, a);
    applyDefaults(TREE, b);
    a.notes!.deep.push('x');
    expect(b.notes).toEqual({ deep: [] });
  });
});
