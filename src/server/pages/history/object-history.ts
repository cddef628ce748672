import { type ApiObject, type StatusError, expired, failure, notFound } from '../../../apimachinery/index.js';
import { type Authorizer, forbiddenFor } from '../../../authz/index.js';
import { takeTurn } from '../../../observability/index.js';
import { changedPaths } from '../../../patch/index.js';
import type { Catalogue, StoredResource } from '../../../plugin-host/index.js';
import { type ObjectChange, tooLargeResourceVersion } from '../../../registry/index.js';
import type { UserInfo } from '../../../request/index.js';
import type { Storage } from '../../../storage/index.js';
import type { HistoryPage, HistoryTarget, PointInHistory } from './history-query.js';
import { type Writer, lastChangeOf, writersOf } from './writers.js';

/** The dependencies of the history. */
export interface ObjectHistoryParts {
  readonly catalogue: Pick<Catalogue, 'groups' | 'resource'>;
  readonly authorizer: Authorizer;
  readonly storage: Pick<Storage, 'storeOf'>;
}

/** One change, as people see it. */
export interface ShownChange {
  readonly revision: number;
  readonly type: ObjectChange['type'];
  /** RFC 3339; missing if it was not recorded. */
  readonly time?: string;
  /** Where the time is from: `store`, or `object` for the newest time in the object's metadata. */
  readonly timeSource?: 'store' | 'object';
  readonly writers: readonly Writer[];
  /** The operations of a JSON patch that leads here from the state before, without values; missing for the oldest. */
  readonly changes?: readonly string[];
  /** True if the stored value cannot be read. */
  readonly unreadable?: true;
}

/** A page of changes, the newest first. */
export interface ShownHistory {
  readonly items: readonly ShownChange[];
  /** Where the next page continues. */
  readonly continue?: string;
  /** The oldest revision that history has; 0 where nothing was given up. */
  readonly keptSince: number;
}

/** Changes that are looked at to find a point in history; the time of a change is only known by reading it. */
const MAX_STEPS = 10_000;

/**
 * Former states of objects, for users that may `get` the object: what they read may have been removed from it since, so the
 * path of the page has to be allowed as well.
 */
export class ObjectHistory {
  constructor(private readonly parts: ObjectHistoryParts) {}

  /** Returns a page of the changes of an object. Throws StatusError. */
  async changes(user: UserInfo, target: HistoryTarget, { limit, before }: HistoryPage): Promise<ShownHistory> {
    const resource = await this.resourceFor(user, target);
    const items: ShownChange[] = [];
    let change = await nextChange(resource, target, before);
    while (change && items.length < limit) {
      const prior: ObjectChange | undefined = await nextChange(resource, target, change.revision);
      items.push(await shownChange(resource, change, prior));
      change = prior;
    }
    const keptSince = await this.storeOf(resource).compactedRevision();
    return { items, keptSince, ...(change && { continue: String(items.at(-1)!.revision) }) };
  }

  /** Returns the object as it was. Throws StatusError: 404 where it did not exist then, 410 where history does not go back so far. */
  async stateAt(user: UserInfo, target: HistoryTarget, at: PointInHistory): Promise<ApiObject> {
    const resource = await this.resourceFor(user, target);
    const found =
      at === 'deleted' ? await this.lastDeletion(resource, target) : await this.findState(resource, target, at);
    return objectOf(resource, found);
  }

  private async lastDeletion(resource: StoredResource, target: HistoryTarget): Promise<ObjectChange> {
    let change = await nextChange(resource, target);
    for (let step = 0; change && change.type !== 'delete' && step < MAX_STEPS; step++) {
      change = await nextChange(resource, target, change.revision);
    }
    if (change?.type === 'delete') return change;
    throw await this.missing(resource, target, 'no deletion of it is kept');
  }

  private async findState(
    resource: StoredResource,
    target: HistoryTarget,
    at: Exclude<PointInHistory, 'deleted'>,
  ): Promise<ObjectChange> {
    if ('revision' in at) await this.checkKept(resource, at.revision);
    let change = await nextChange(resource, target, 'revision' in at ? at.revision + 1 : undefined);
    for (let step = 0; change && 'time' in at && isAfter(resource, change, at.time) && step < MAX_STEPS; step++) {
      change = await nextChange(resource, target, change.revision);
    }
    if (change && 'time' in at && isAfter(resource, change, at.time)) throw tooMany();
    if (change && change.type !== 'delete') return change;
    throw await this.missing(
      resource,
      target,
      change ? 'it was deleted then' : 'it did not exist then, or that is no longer kept',
    );
  }

  private async checkKept(resource: StoredResource, revision: number): Promise<void> {
    const storage = this.storeOf(resource);
    const [oldest, newest] = [await storage.compactedRevision(), await storage.currentRevision()];
    if (revision < oldest) throw expired(`revision ${revision} is no longer kept: history begins at ${oldest}`);
    if (revision > newest) throw tooLargeResourceVersion(revision, newest);
  }

  private storeOf({ kind }: StoredResource): Storage {
    return this.parts.storage.storeOf(kind.groupResource);
  }

  private async missing(resource: StoredResource, { name }: HistoryTarget, why: string): Promise<StatusError> {
    const { kind, version } = resource;
    const keptSince = await this.storeOf(resource).compactedRevision();
    const { message, details } = notFound(kind.groupResourceIn(version.apiVersion), name).status;
    const kept = `history is kept from revision ${keptSince} on`;
    return failure(404, `${message}: ${why}; ${kept}`, { reason: 'NotFound', details });
  }

  /** The resource, if the user may read the object. */
  private async resourceFor(user: UserInfo, target: HistoryTarget): Promise<StoredResource> {
    const version = target.version || this.versionOf(target);
    const { group, resource: plural, namespace, name } = target;
    const attributes = {
      ...{ user, verb: 'get', group, version, resource: plural, subresource: '', namespace, name },
      ...{ isResourceRequest: true, path: '' },
    };
    const { verdict, reason } = await this.parts.authorizer.authorize(attributes);
    if (verdict !== 'Allow') throw forbiddenFor(attributes, reason);
    const found = this.parts.catalogue.resource(group, version, plural);
    if (found?.serves !== 'objects' || found.kind.isNamespaced !== (namespace !== ''))
      throw notFound({ group, resource: plural }, name);
    return found;
  }

  /** The best version of a group that has the resource; empty where none has. */
  private versionOf({ group, resource }: HistoryTarget): string {
    const { catalogue } = this.parts;
    const versions = catalogue.groups().find((each) => each.group === group)?.versions ?? [];
    return versions.find((version) => catalogue.resource(group, version, resource)) ?? '';
  }
}

async function nextChange(
  { store }: StoredResource,
  { namespace, name }: HistoryTarget,
  before?: number,
): Promise<ObjectChange | undefined> {
  await takeTurn();
  return store.changeBefore({ namespace }, name, before);
}

function isAfter(resource: StoredResource, change: ObjectChange, time: number): boolean {
  return (timeOf(resource, change)?.time ?? -Infinity) > time;
}

/** The time of a change, from the store or else from the object itself. */
function timeOf(
  { codec }: StoredResource,
  { time, type, entry }: ObjectChange,
): { readonly time: number; readonly source: 'store' | 'object' } | undefined {
  if (time !== undefined) return { time, source: 'store' };
  // The last state of an object does not say when it was deleted.
  if (type === 'delete' || entry.unreadable !== undefined) return undefined;
  const noted = lastChangeOf(codec.decode(entry));
  return noted === undefined ? undefined : { time: noted, source: 'object' };
}

async function shownChange(
  resource: StoredResource,
  change: ObjectChange,
  prior: ObjectChange | undefined,
): Promise<ShownChange> {
  const { revision, type, entry } = change;
  const at = timeOf(resource, change);
  const facts = { revision, type, ...(at && { time: new Date(at.time).toISOString(), timeSource: at.source }) };
  if (entry.unreadable !== undefined) return { ...facts, writers: [], unreadable: true };
  if (type === 'delete') return { ...facts, writers: [] };
  const after = await objectOf(resource, change);
  if (type === 'create') return { ...facts, writers: writersOf(undefined, after) };
  if (!prior || prior.entry.unreadable !== undefined) return { ...facts, writers: writersOf(undefined, after) };
  const before = await objectOf(resource, prior);
  return {
    ...facts,
    writers: writersOf(before, after),
    changes: changedPaths(withoutOwners(before), withoutOwners(after)),
  };
}

/** The object in the version of the resource. Throws StorageReadError. */
async function objectOf({ kind, codec, version }: StoredResource, { entry }: ObjectChange): Promise<ApiObject> {
  const [object] = await kind.fromStored([codec.decode(entry)], version);
  return { ...object, kind: kind.kind, apiVersion: version.apiVersion };
}

/** The object without the members that every change changes. */
function withoutOwners(object: ApiObject): object {
  const { managedFields: _owners, resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function tooMany(): StatusError {
  return expired(`the object has changed more than ${MAX_STEPS} times since: give a revision`);
}
