import type { OwnerReference } from '../../../src/plugin-api/index.js';
import type { GroupResource } from '../../../src/plugin-api/built-in.js';

/** A reference to an owner, with the key under which that would be stored. */
export interface OwnerLink {
  readonly reference: OwnerReference;
  /** Undefined where no kind of that name is served, and where the owner cannot be one. */
  readonly key: string | undefined;
}

/** The collector's state of an object that has owners, or that waits for its dependents. */
export interface GraphNode {
  /** Where the object is stored. */
  readonly key: string;
  readonly groupResource: GroupResource;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly owners: readonly OwnerLink[];
  /** True if it is being deleted and stays until its dependents have gone. */
  readonly isWaiting: boolean;
  /** True if it is being deleted and stays until its dependents have forgotten it. */
  readonly isOrphaning: boolean;
}

/** The dependents of one key. */
interface Owned {
  readonly dependents: Map<string, GraphNode>;
  /** The uid of an owner that was found there, until something happens to it. */
  foundUid?: string;
  /** Looks that have begun since something happened to the owner. */
  looks: object;
}

/** A look at an owner: what happens meanwhile makes it void. */
export interface OwnerLook {
  readonly link: OwnerLink;
  readonly looks: object | undefined;
}

/** The dependents of owners, by the keys of stored objects; objects without owners or dependents are not stored. */
export class DependentGraph {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly owned = new Map<string, Owned>();
  private readonly unresolved = new Set<string>();

  get(key: string): GraphNode | undefined {
    return this.nodes.get(key);
  }

  /** Returns keys of all objects that are known. */
  keys(): Iterable<string> {
    return this.nodes.keys();
  }

  /** Returns keys of the objects with an owner of a kind that was not served when they were put in. */
  unresolvedKeys(): string[] {
    return [...this.unresolved];
  }

  /** Stores an object, in place of its former state. */
  put(node: GraphNode): void {
    this.remove(node.key);
    this.nodes.set(node.key, node);
    for (const { key } of node.owners) {
      if (key === undefined) this.unresolved.add(node.key);
      else this.ownedBy(key).dependents.set(node.key, node);
    }
  }

  /** Takes an object out; its dependents stay. */
  remove(key: string): void {
    const node = this.nodes.get(key);
    if (!node) return;
    this.nodes.delete(key);
    this.unresolved.delete(key);
    for (const owner of node.owners) this.leave(owner.key, key);
  }

  /** Returns the objects that name what is stored under a key as their owner, whatever uid they expect there. */
  dependentsOf(key: string): GraphNode[] {
    return [...(this.owned.get(key)?.dependents.values() ?? [])];
  }

  /** Starts to look for an owner. */
  beginLook(link: OwnerLink): OwnerLook {
    return { link, looks: link.key === undefined ? undefined : this.owned.get(link.key)?.looks };
  }

  /** Records that an owner was found where its dependents expect it. */
  markFound({ link: { key, reference }, looks }: OwnerLook): void {
    const owned = key === undefined ? undefined : this.owned.get(key);
    if (owned?.looks === looks && owned) owned.foundUid = reference.uid;
  }

  /** Reports whether an owner was found, and nothing has happened to it since. */
  isFound({ key, reference }: OwnerLink): boolean {
    return key !== undefined && this.owned.get(key)?.foundUid === reference.uid;
  }

  /** Forgets that an owner was found. */
  forgetFound(key: string): void {
    const owned = this.owned.get(key);
    if (owned) Object.assign(owned, { foundUid: undefined, looks: {} });
  }

  /** Forgets of all owners that they were found. */
  forgetAllFound(): void {
    for (const key of this.owned.keys()) this.forgetFound(key);
  }

  /** Forgets everything. */
  clear(): void {
    this.nodes.clear();
    this.owned.clear();
    this.unresolved.clear();
  }

  private ownedBy(key: string): Owned {
    let owned = this.owned.get(key);
    if (!owned) this.owned.set(key, (owned = { dependents: new Map(), looks: {} }));
    return owned;
  }

  private leave(ownerKey: string | undefined, key: string): void {
    const owned = ownerKey === undefined ? undefined : this.owned.get(ownerKey);
    if (!owned) return;
    owned.dependents.delete(key);
    if (owned.dependents.size === 0) this.owned.delete(ownerKey!);
  }
}
