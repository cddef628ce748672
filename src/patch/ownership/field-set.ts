import type { PathElement } from './path-element.js';

/** A path from the object's root to a field. */
export type FieldPathElements = readonly PathElement[];

interface Node {
  /** The path that ends here is in the set. */
  readonly isMember: boolean;
  /** Paths that continue from here; never an empty set. */
  readonly below: FieldSet | undefined;
}

const LEAF: Node = { isMember: true, below: undefined };

/**
 * An immutable set of field paths, kept as a trie (upstream: fieldpath.Set). A path and the paths below it are members
 * independently of each other. Operations return `this` where nothing changes, so that callers can detect it.
 */
export class FieldSet {
  /** The set without members. */
  static readonly EMPTY = new FieldSet(new Map());

  /** The FieldsV1 form of this set, kept by `toFieldsV1`. */
  written: Record<string, unknown> | undefined = undefined;
  /** The same for a set whose own place is a member as well. */
  writtenAsMember: Record<string, unknown> | undefined = undefined;
  /** The type by which `reconcileOwners` has last found nothing to change. */
  reconciledWith: object | undefined = undefined;

  /** Only the builder makes sets; the map must not change afterwards and holds no empty nodes. */
  constructor(private readonly nodes: ReadonlyMap<PathElement, Node>) {}

  /** Makes the set of the given paths. */
  static of(...paths: readonly FieldPathElements[]): FieldSet {
    let set = FieldSet.EMPTY;
    for (const path of paths) set = set.union(singlePath(path));
    return set;
  }

  /** True if no path is in the set. */
  get isEmpty(): boolean {
    return this.nodes.size === 0;
  }

  /** The number of first elements. */
  get size(): number {
    return this.nodes.size;
  }

  /** Reports whether exactly this path is in the set. */
  has(path: FieldPathElements): boolean {
    let node: Node | undefined;
    let set: FieldSet | undefined = this as FieldSet;
    for (const element of path) {
      node = set?.nodes.get(element);
      if (!node) return false;
      set = node.below;
    }
    return node?.isMember ?? false;
  }

  /** Reports whether the path of this one element is in the set. */
  includes(element: PathElement): boolean {
    return this.nodes.get(element)?.isMember ?? false;
  }

  /** Returns the paths below an element, as paths from there. */
  below(element: PathElement): FieldSet {
    return this.nodes.get(element)?.below ?? FieldSet.EMPTY;
  }

  /** Returns paths that are in any of the sets. Merges in pairs, so that no member is copied for every other set. */
  static unionOf(sets: readonly FieldSet[]): FieldSet {
    let merged = sets;
    while (merged.length > 1) {
      const pairs: FieldSet[] = [];
      for (let i = 0; i < merged.length; i += 2)
        pairs.push(i + 1 < merged.length ? merged[i].union(merged[i + 1]) : merged[i]);
      merged = pairs;
    }
    return merged[0] ?? FieldSet.EMPTY;
  }

  /** Returns paths that are in either set. */
  union(other: FieldSet): FieldSet {
    if (other === this || other.isEmpty) return this;
    if (this.isEmpty) return other;
    let nodes: Map<PathElement, Node> | undefined;
    for (const [element, theirs] of other.nodes) {
      const ours = this.nodes.get(element);
      const merged = ours ? uniteNodes(ours, theirs) : theirs;
      if (merged !== ours) (nodes ??= new Map(this.nodes)).set(element, merged);
    }
    return nodes ? new FieldSet(nodes) : this;
  }

  /** Returns paths that are in both sets. */
  intersection(other: FieldSet): FieldSet {
    if (other === this) return this;
    return this.mapNodes((ours, element) => {
      const theirs = other.nodes.get(element);
      if (!theirs) return undefined;
      const below = ours.below && theirs.below ? ours.below.intersection(theirs.below) : undefined;
      return { isMember: ours.isMember && theirs.isMember, below };
    });
  }

  /** Returns paths that are in this set only. Paths below one that is taken away stay. */
  difference(other: FieldSet): FieldSet {
    if (other === this) return FieldSet.EMPTY;
    return this.without(other, (ours, theirs) => {
      const below = ours.below && theirs.below ? ours.below.difference(theirs.below) : ours.below;
      return { isMember: ours.isMember && !theirs.isMember, below };
    });
  }

  /** Returns paths that are neither in the other set nor below one of its paths. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (other === this) return FieldSet.EMPTY;
    return this.without(other, (ours, theirs) => {
      if (theirs.isMember) return { isMember: false, below: undefined };
      const below = ours.below && theirs.below ? ours.below.recursiveDifference(theirs.below) : ours.below;
      return { isMember: ours.isMember, below };
    });
  }

  /** Returns members below which there is no other member. */
  leaves(): FieldSet {
    return this.mapNodes((node) => (node.below ? { isMember: false, below: node.below.leaves() } : node));
  }

  /** Reports whether the other set has all paths of this one. */
  isWithin(other: FieldSet): boolean {
    if (other === this) return true;
    for (const [element, ours] of this.nodes) {
      const theirs = other.nodes.get(element);
      if (!theirs || (ours.isMember && !theirs.isMember)) return false;
      if (ours.below && !(theirs.below && ours.below.isWithin(theirs.below))) return false;
    }
    return true;
  }

  /** Reports whether both sets have the same paths. */
  equals(other: FieldSet): boolean {
    if (other === this) return true;
    if (other.nodes.size !== this.nodes.size) return false;
    for (const [element, ours] of this.nodes) {
      const theirs = other.nodes.get(element);
      if (!theirs || ours.isMember !== theirs.isMember || !ours.below !== !theirs.below) return false;
      if (ours.below && !ours.below.equals(theirs.below!)) return false;
    }
    return true;
  }

  /** Returns the first elements of all paths: each with whether it is a path itself and the paths that continue. Unordered. */
  entries(): Iterable<[PathElement, { readonly isMember: boolean; readonly below: FieldSet | undefined }]> {
    return this.nodes.entries();
  }

  /** Returns all paths, unordered. */
  *paths(prefix: FieldPathElements = []): Generator<FieldPathElements> {
    for (const [element, node] of this.nodes) {
      const path = [...prefix, element];
      if (node.isMember) yield path;
      if (node.below) yield* node.below.paths(path);
    }
  }

  private without(other: FieldSet, reduce: (ours: Node, theirs: Node) => Node): FieldSet {
    if (this.isEmpty || other.isEmpty) return this;
    let nodes: Map<PathElement, Node> | undefined;
    // Costs no more than the smaller set: many owners of little are compared with one large change.
    const elements = (this.nodes.size < other.nodes.size ? this.nodes : other.nodes).keys();
    for (const element of elements) {
      const ours = this.nodes.get(element);
      const theirs = other.nodes.get(element);
      if (!ours || !theirs) continue;
      const kept = normalize(reduce(ours, theirs), ours);
      if (kept === ours) continue;
      nodes ??= new Map(this.nodes);
      if (kept) nodes.set(element, kept);
      else nodes.delete(element);
    }
    return nodes ? setOf(nodes) : this;
  }

  private mapNodes(change: (node: Node, element: PathElement) => Node | undefined): FieldSet {
    const nodes = new Map<PathElement, Node>();
    let isChanged = false;
    for (const [element, node] of this.nodes) {
      const kept = normalize(change(node, element), node);
      if (kept !== node) isChanged = true;
      if (kept) nodes.set(element, kept);
    }
    if (!isChanged) return this;
    return setOf(nodes);
  }
}

function setOf(nodes: ReadonlyMap<PathElement, Node>): FieldSet {
  return nodes.size === 0 ? FieldSet.EMPTY : new FieldSet(nodes);
}

/** Collects paths for a FieldSet, one element at a time. Use once. */
export class FieldSetBuilder {
  private readonly nodes = new Map<PathElement, Node>();

  /** Adds the path that consists of one element. */
  add(element: PathElement): void {
    this.put(element, LEAF);
  }

  /** Adds an element together with paths below it. */
  addTree(element: PathElement, below: FieldSet): void {
    this.put(element, below.isEmpty ? LEAF : { isMember: true, below });
  }

  /** Adds paths below an element, without the element itself. */
  addBelow(element: PathElement, below: FieldSet): void {
    if (!below.isEmpty) this.put(element, { isMember: false, below });
  }

  /** Returns the set of all that was added. */
  build(): FieldSet {
    return setOf(this.nodes);
  }

  private put(element: PathElement, node: Node): void {
    const present = this.nodes.get(element);
    this.nodes.set(element, present ? uniteNodes(present, node) : node);
  }
}

function uniteNodes(ours: Node, theirs: Node): Node {
  const below = ours.below && theirs.below ? ours.below.union(theirs.below) : (ours.below ?? theirs.below);
  const isMember = ours.isMember || theirs.isMember;
  return isMember === ours.isMember && below === ours.below ? ours : { isMember, below };
}

/** Keeps the original node where nothing changed and drops nodes that hold nothing. */
function normalize(node: Node | undefined, original: Node): Node | undefined {
  if (!node || node === original) return node;
  const below = node.below?.isEmpty ? undefined : node.below;
  if (!node.isMember && !below) return undefined;
  if (node.isMember === original.isMember && below === original.below) return original;
  return below ? { isMember: node.isMember, below } : LEAF;
}

function singlePath(path: FieldPathElements): FieldSet {
  let set = FieldSet.EMPTY;
  for (let i = path.length - 1; i >= 0; i--) {
    const builder = new FieldSetBuilder();
    if (set.isEmpty) builder.add(path[i]);
    else builder.addBelow(path[i], set);
    set = builder.build();
  }
  return set;
}
