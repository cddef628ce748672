import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  controllerContext,
} from '../../../src/plugin-api/index.js';
import { DelegatedStores, type ResourceChange, type Stop, takeTurn } from '../../../src/plugin-api/built-in.js';
import { DependentGraph, type GraphNode, type OwnerLink } from './dependent-graph.js';
import { deleteObject, removeFinalizer, removeReferences, unblockOwners } from './object-changes.js';
import {
  FOREGROUND,
  ORPHAN,
  OwnerKinds,
  type OwnerState,
  findObject,
  isOrphaningDependents,
  isWaitingForDependents,
} from './owner-kinds.js';

/** Events expire; they are not waited for. */
const IGNORED = new Set(['events']);

/**
 * Deletes objects without remaining owners, and completes the deletion of owners that wait for their dependents or
 * orphan them (upstream: the garbage collector). Owners are read from the store at each decision; the graph only
 * provides the time, and the dependents of an owner.
 */
@Injectable()
export class GarbageCollectorController extends QueueController {
  readonly name = 'garbage-collector-controller';
  override readonly alias = 'garbagecollector';
  // Deletions share the commits of the store: many at a time cost little more than one.
  protected override readonly workers = 32;
  private readonly graph = new DependentGraph();
  private readonly kinds = new OwnerKinds(() => this.allStores());
  private readonly followed = new Map<string, Stop>();
  private stopListening: Stop = () => {};

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(DelegatedStores) private readonly delegated: DelegatedStores,
  ) {
    super(parts);
  }

  override async stop(): Promise<void> {
    this.stopListening();
    await super.stop();
    this.followed.clear();
    this.graph.clear();
  }

  protected watch(): void {
    const { stores } = this.parts;
    const onChange = (store: ResourceStore, change: 'added' | 'changed' | 'removed'): void => {
      this.kinds.reset();
      if (change === 'removed') this.end(store);
      else this.begin(store);
    };
    const stops = [stores.onStoresChange(onChange), this.delegated.follow(onChange)];
    this.stopListening = () => stops.forEach((stop) => stop());
    for (const store of stores.all()) this.begin(store);
  }

  private allStores(): readonly ResourceStore[] {
    return [...this.parts.stores.all(), ...this.delegated.all()];
  }

  protected async reconcile(key: string): Promise<void> {
    const node = this.graph.get(key);
    const store = node && this.storeOf(node);
    if (!node || !store) return;
    await takeTurn();
    const object = await findObject(store, controllerContext(node.namespace), node.name);
    if (object?.metadata.uid !== node.uid) return this.forget(node);
    if (isWaitingForDependents(object)) return this.endWaiting(store, node);
    if (isOrphaningDependents(object)) return this.orphan(store, node);
    if (object.metadata.deletionTimestamp === undefined) await this.collect(store, node, object);
  }

  /** Follows a kind; the state of owners of unserved kinds may have changed. */
  private begin(store: ResourceStore): void {
    const { keyPrefix, groupResource } = store.kind;
    if (!IGNORED.has(groupResource.resource) && !this.followed.has(keyPrefix)) {
      const stop = this.followChanges(
        store,
        (change) => this.note(store, change),
        () => this.doubtAll(),
      );
      this.followed.set(keyPrefix, stop);
    }
    for (const key of this.graph.unresolvedKeys()) this.resolveAgain(key);
  }

  /** Forgets a kind that is not served any more; its objects stay stored, so nothing follows for their dependents. */
  private end({ kind: { keyPrefix } }: ResourceStore): void {
    this.followed.get(keyPrefix)?.();
    this.followed.delete(keyPrefix);
    for (const key of [...this.graph.keys()]) if (key.startsWith(keyPrefix)) this.graph.remove(key);
  }

  private resolveAgain(key: string): void {
    const node = this.graph.get(key)!;
    const owners = node.owners.map(({ reference }) => this.linkTo(reference, node.namespace));
    this.graph.put({ ...node, owners });
    this.queue.add(key);
  }

  /** Something may have been missed. */
  private doubtAll(): void {
    this.graph.forgetAllFound();
    for (const key of this.graph.keys()) this.queue.add(key);
  }

  /** Takes a change into the graph; answers the keys of what is to be looked at because of it. */
  private note(store: ResourceStore, change: ResourceChange<ApiObject>): string[] {
    const { key, type } = change;
    if (type === 'DELETED') return this.noteGone(key);
    const before = this.graph.get(key);
    if (!before && !change.mayHave('ownerReferences') && !change.mayHave('deletionTimestamp')) return [];
    const node = this.nodeOf(store, key, change.object);
    if (node) this.graph.put(node);
    else this.graph.remove(key);
    return this.keysConcerned(before, node);
  }

  private noteGone(key: string): string[] {
    const node = this.graph.get(key);
    this.graph.remove(key);
    this.graph.forgetFound(key);
    const dependents = this.graph.dependentsOf(key).map((dependent) => dependent.key);
    return [...dependents, ...this.waitingOwners(node?.owners ?? [])];
  }

  private keysConcerned(before: GraphNode | undefined, node: GraphNode | undefined): string[] {
    const hasSameOwners = before !== undefined && haveSameOwners(before, node);
    const keys = hasSameOwners || !before ? [] : this.waitingOwners(before.owners);
    if (!node) return keys;
    if (node.isWaiting && !before?.isWaiting) {
      this.graph.forgetFound(node.key);
      keys.push(...this.graph.dependentsOf(node.key).map((dependent) => dependent.key));
    }
    const isToBeSeen = !hasSameOwners && node.owners.some((owner) => !this.graph.isFound(owner));
    if (isToBeSeen || node.isWaiting || node.isOrphaning) keys.push(node.key);
    return keys;
  }

  private waitingOwners(owners: readonly OwnerLink[]): string[] {
    const keys = owners.map(({ key }) => key).filter((key) => key !== undefined);
    return keys.filter((key) => this.graph.get(key)?.isWaiting);
  }

  /** Returns the graph node of an object; undefined if none is needed. */
  private nodeOf(store: ResourceStore, key: string, object: ApiObject): GraphNode | undefined {
    const { namespace = '', name = '', uid = '', ownerReferences = [] } = object.metadata;
    const owners = ownerReferences.map((reference) => this.linkTo(reference, namespace));
    const isWaiting = isWaitingForDependents(object);
    const isOrphaning = isOrphaningDependents(object);
    if (owners.length === 0 && !isWaiting && !isOrphaning) return undefined;
    return { key, groupResource: store.kind.groupResource, namespace, name, uid, owners, isWaiting, isOrphaning };
  }

  private linkTo(reference: OwnerLink['reference'], namespace: string): OwnerLink {
    return { reference, key: this.kinds.keyOf(reference, namespace) };
  }

  private storeOf({ groupResource: { group, resource } }: GraphNode): ResourceStore | undefined {
    return this.parts.stores.find(group, resource) ?? this.delegated.find(group, resource);
  }

  /** Removes an object that is gone, or was replaced by another one, without a notification. */
  private forget(node: GraphNode): void {
    if (this.graph.get(node.key) !== node) return;
    for (const key of this.noteGone(node.key)) this.queue.add(key);
  }

  /** Completes the deletion of an owner when no blocking dependent is left; the remaining ones are queued. */
  private async endWaiting(store: ResourceStore, node: GraphNode): Promise<void> {
    await this.whenAllSeen();
    const blocking = this.dependentsOf(node).filter((dependent) => blocks(dependent, node.uid));
    if (blocking.length === 0) return removeFinalizer(store, node, FOREGROUND);
    for (const dependent of blocking) if (!dependent.isWaiting) this.queue.add(dependent.key);
  }

  /** Makes the dependents of an owner forget it, and lets it go. */
  private async orphan(store: ResourceStore, node: GraphNode): Promise<void> {
    await this.whenAllSeen();
    const uids = new Set([node.uid]);
    const dependents = this.dependentsOf(node).values();
    const work = async (): Promise<void> => {
      for (const dependent of dependents) {
        await takeTurn();
        const itsStore = this.storeOf(dependent);
        if (itsStore) await removeReferences(itsStore, dependent, uids);
      }
    };
    await Promise.all(Array.from({ length: this.workers }, work));
    await removeFinalizer(store, node, ORPHAN);
  }

  private dependentsOf({ key, uid }: GraphNode): GraphNode[] {
    return this.graph.dependentsOf(key).filter(({ owners }) => owners.some(({ reference }) => reference.uid === uid));
  }

  /** Deletes an object without owners that stay; one that keeps an owner loses the references to the others. */
  private async collect(store: ResourceStore, node: GraphNode, object: ApiObject): Promise<void> {
    const owners = await this.ownersOf(object, node.namespace);
    if (!owners || owners.all.length === 0) return;
    const { solid, waiting, all } = owners;
    if (solid.length > 0) {
      if (solid.length === all.length) return;
      const kept = new Set(solid);
      return removeReferences(store, node, new Set(all.filter((uid) => !kept.has(uid))));
    }
    const dependents = this.dependentsOf(node);
    if (waiting.length === 0 || dependents.length === 0) return deleteObject(store, object);
    // Owners that own each other would wait for ever.
    if (dependents.some(({ isWaiting }) => isWaiting)) await unblockOwners(store, node);
    const newest = await findObject(store, controllerContext(node.namespace), node.name);
    if (newest?.metadata.uid === node.uid) await deleteObject(store, newest, 'Foreground');
  }

  /** The uids of an object's owners by their state; undefined if the state of one of them is unknown. */
  private async ownersOf(object: ApiObject, namespace: string): Promise<OwnersByState | undefined> {
    const found: Record<OwnerState, string[]> = { solid: [], absent: [], waiting: [] };
    const all: string[] = [];
    for (const reference of object.metadata.ownerReferences ?? []) {
      const look = this.graph.beginLook(this.linkTo(reference, namespace));
      const state = await this.kinds.stateOf(reference, namespace);
      if (state === undefined) return undefined;
      if (state === 'solid') this.graph.markFound(look);
      found[state].push(reference.uid);
      all.push(reference.uid);
    }
    return { solid: found.solid, waiting: found.waiting, all };
  }
}

interface OwnersByState {
  readonly solid: readonly string[];
  readonly waiting: readonly string[];
  readonly all: readonly string[];
}

function haveSameOwners(a: GraphNode, b: GraphNode | undefined): boolean {
  if (!b || a.uid !== b.uid || a.owners.length !== b.owners.length) return false;
  return a.owners.every(({ reference }, i) => isSameReference(reference, b.owners[i].reference));
}

function isSameReference(a: OwnerLink['reference'], b: OwnerLink['reference']): boolean {
  const isSameOwner = a.uid === b.uid && a.apiVersion === b.apiVersion && a.kind === b.kind && a.name === b.name;
  return isSameOwner && a.blockOwnerDeletion === b.blockOwnerDeletion;
}

function blocks({ owners }: GraphNode, uid: string): boolean {
  return owners.some(({ reference }) => reference.uid === uid && reference.blockOwnerDeletion === true);
}
