import type { ApiObject } from '../apimachinery/index.js';
import { type FieldSet, type OtherVersion, resetFieldSet, trackUpdate } from '../patch/index.js';
import type { ResolvedKind, ResolvedVersion } from './resolved-kind.js';
import type { StoreContext } from './store-context.js';

/** The paths that writes through the main resource of a kind leave alone. */
export function resetPaths(definition: { hasStatus?: boolean; resetFields?: readonly string[] }): readonly string[] {
  return definition.resetFields ?? (definition.hasStatus ? ['status'] : []);
}

/** Keeps `metadata.managedFields` of one kind's objects: who has last written which field, in the writer's version. */
export class OwnerTracking<T extends ApiObject> {
  private readonly ofMain: FieldSet;
  private readonly ofStatus: FieldSet;

  constructor(private readonly kind: ResolvedKind<T>) {
    this.ofMain = resetFieldSet(resetPaths(kind.definition));
    this.ofStatus = resetFieldSet(kind.definition.statusResetFields ?? []);
  }

  /** Records a write in the new object. Without a field manager the owners stay as they are. */
  track(context: StoreContext, object: T, live: T | undefined, now: Date): void {
    const version = this.kind.versions.get(context.version ?? '') ?? this.kind.storage;
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
      resetFields: this.resetFields(context.subresource ?? ''),
      otherVersion: (apiVersion) => this.otherVersion(version, apiVersion),
      now: now.getTime(),
    });
    object.metadata.managedFields = versioned.metadata.managedFields;
  }

  private resetFields(subresource: string): FieldSet {
    // Writes through other subresources leave the same fields alone as those through the object itself.
    return subresource === 'status' ? this.ofStatus : this.ofMain;
  }

  /** How owners that wrote in another version see an object; undefined for versions there are no longer. */
  private otherVersion(from: ResolvedVersion, apiVersion: string): OtherVersion | undefined {
    const to = [...this.kind.versions.values()].find((v) => v.apiVersion === apiVersion);
    if (!to) return undefined;
    const convert = (object: ApiObject): object => this.kind.fromHub(to, this.kind.toHub(from, object));
    return to === from ? { type: to.type } : { type: to.type, convert };
  }
}
