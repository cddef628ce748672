import type { ApiObject } from '../apimachinery/index.js';
import type { ObjectShape } from '../schema/index.js';
import { type FieldSet, type OtherVersion, resetFieldSet, trackUpdate } from '../patch/index.js';
import type { ResolvedKind } from './resolved-kind.js';
import { resetFieldsOf, type ResolvedVersion } from './resolved-version.js';
import type { StoreContext } from './store-context.js';

/** What a write makes of an object. */
export interface TrackedWrite<T> {
  /** The new state; its owners are recorded in it. */
  readonly object: T;
  /** The state before; undefined when there was none. */
  readonly live?: T;
  readonly now: Date;
}

/** Keeps `metadata.managedFields` of one kind's objects: who has last written which field, in the writer's version. */
export class OwnerTracking<T extends ApiObject> {
  /** By version, by subresource: fields that writes leave alone, so that nobody comes to own them by such a write. */
  private readonly resets = new WeakMap<ResolvedVersion, Map<string, FieldSet>>();

  constructor(private readonly kind: ResolvedKind<T>) {}

  /** Records a write in the new object. Without a field manager the owners stay as they are. */
  track(context: StoreContext, { object, live, now }: TrackedWrite<T>): void {
    const version = this.kind.versionOf(context.version);
    if (context.fieldManager === undefined) {
      if (live && !object.metadata.managedFields) object.metadata.managedFields = live.metadata.managedFields;
      return;
    }
    const versioned = this.kind.fromHub(version, object);
    trackUpdate({
      type: version.type,
      apiVersion: version.apiVersion,
      live: live && this.kind.fromHub(version, live),
      object: versioned,
      manager: context.fieldManager,
      subresource: context.subresource ?? '',
      resetFields: this.resetFields(version, context.subresource),
      otherVersion: (apiVersion) => this.otherVersion(version, apiVersion, context.subresource),
      now: now.getTime(),
    });
    object.metadata.managedFields = versioned.metadata.managedFields;
  }

  private resetFields(version: ResolvedVersion, subresource = ''): FieldSet {
    let sets = this.resets.get(version);
    if (!sets) this.resets.set(version, (sets = new Map<string, FieldSet>()));
    let set = sets.get(subresource);
    if (!set) sets.set(subresource, (set = resetFieldSet(resetFieldsOf(version, subresource))));
    return set;
  }

  /**
   * How owners that wrote in another version see an object; undefined for versions that are not served any more, and for
   * those of another group, as the reference converts within a group only.
   */
  private otherVersion(from: ResolvedVersion, apiVersion: string, subresource?: string): OtherVersion | undefined {
    const to = this.kind.versions.get(apiVersion);
    if (!to || to.group !== from.group || !this.kind.isShown(to)) return undefined;
    const convert = (object: ApiObject): object => this.kind.fromHub(to, this.kind.toHub(from, object));
    const resetFields = this.resetFields(to, subresource);
    return to === from ? { type: to.type, resetFields } : { type: to.type, resetFields, convert };
  }
}

/** An object that is handed in but not stored. */
export interface UnstoredObject {
  readonly type: ObjectShape;
  readonly apiVersion: string;
  readonly object: ApiObject;
  readonly context: StoreContext;
  readonly now: Date;
}

/** The owners that an object which is not stored is shown with: its sender owns all of it. The object stays as it is. */
export function ownersOfUnstored({
  type,
  apiVersion,
  object,
  context,
  now,
}: UnstoredObject): ApiObject['metadata']['managedFields'] {
  const { fieldManager: manager = '', subresource = '' } = context;
  const copy = structuredClone(object);
  trackUpdate({ type, apiVersion, object: copy, manager, subresource, now: now.getTime() });
  return copy.metadata.managedFields;
}
