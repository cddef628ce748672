import imported from 'sorted-btree';

type BTreeClass = typeof imported.default;

// A CommonJS default export arrives as the exports object in native ESM, and unwrapped from some bundlers.
const BTree: BTreeClass = 'default' in imported ? imported.default : (imported as unknown as BTreeClass);

/** A map ordered by key whose `clone()` costs next to nothing: both copies share nodes until one is written to. */
export type SortedTree<V> = InstanceType<typeof imported.default<string, V>>;

/** Creates an empty tree ordered as the store orders keys. */
export function newSortedTree<V>(): SortedTree<V> {
  return new BTree<string, V>(undefined, compareKeys, 64);
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
