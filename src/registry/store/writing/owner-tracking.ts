import { type ApiObject, type MaybePromise, whenSettled } from '../../../apimachinery/index.js';
import type { ObjectShape } from '../../../schema/index.js';
import {
  type Application,
  type FieldSet,
  type OwnedVersions,
  applyInTurns,
  resetFieldSet,
  trackUpdate,
  trackUpdateInTurns,
} from '../../../patch/index.js';
import type { ResolvedKind } from '../../kinds/resolved-kind.js';
import { disownedFieldsOf, type ResolvedVersion } from '../../kinds/resolved-version.js';
import type { StoreContext } from '../../kinds/store-context.js';

/** The result of a write. */
export interface TrackedWrite<T> {
  /** The new state; its owners are recorded in it. */
  readonly object: T;
  /** The state before; undefined when there was none. */
  readonly live?: T;
  readonly now: Date;
}

/**
 * A configuration that is to be applied.
 *
 * @public
 * @example
 * const configuration: Partial<Configuration> = { force: true };
 */
export type Configuration = Pick<Application, 'configuration' | 'force'>;

/** The target of an apply configuration. */
export interface AppliedTo<T> {
  /** The current state, which is not changed; undefined when there is none. */
  readonly live?: T;
  readonly now: Date;
}

/** Keeps `metadata.managedFields` of one kind's objects: who has last written which field, in the writer's version. */
export class OwnerTracking<T extends ApiObject> {
  /** By version, by subresource: fields that writes leave alone, so that no manager comes to own them by such a write. */
  private readonly resets = new WeakMap<ResolvedVersion, Map<string, FieldSet>>();

  constructor(private readonly kind: ResolvedKind<T>) {}

  /**
   * Records a write in the new object; a promise where that takes long. Without a field manager the owners stay as they
   * are.
   */
  track(context: StoreContext, { object, live, now }: TrackedWrite<T>): MaybePromise<void> {
    if (context.ownersAreSet) return undefined;
    const version = this.kind.versionOf(context.version);
    if (context.fieldManager === undefined) {
      if (live && !object.metadata.managedFields) object.metadata.managedFields = live.metadata.managedFields;
      return undefined;
    }
    const working = this.kind.workingVersion(context.version);
    if (working === version) return this.trackIn(version, context, { object, live, now });
    const converted = this.kind.convert(live ? [object, live] : [object], working, version);
    return whenSettled(converted, ([versioned, before]: readonly ApiObject[]) =>
      whenSettled(this.trackIn(version, context, { object: versioned, live: before, now }), () => {
        object.metadata.managedFields = versioned.metadata.managedFields;
      }),
    );
  }

  /** Records a write in an object that is in the version of the request. */
  private trackIn(
    version: ResolvedVersion,
    context: StoreContext,
    { object, live, now }: TrackedWrite<ApiObject>,
  ): MaybePromise<void> {
    return trackUpdateInTurns({
      type: version.type,
      apiVersion: version.apiVersion,
      live,
      object,
      manager: context.fieldManager ?? '',
      subresource: context.subresource ?? '',
      resetFields: this.resetFields(version, context.subresource),
      versions: this.versionsBeside(version, context.subresource),
      now: now.getTime(),
    });
  }

  /**
   * Returns the result of a configuration, with its owners. Throws StatusError: 400 and 409 as `applyConfiguration`.
   */
  async apply(context: StoreContext, configuration: Configuration, { live, now }: AppliedTo<T>): Promise<T> {
    const version = this.kind.versionOf(context.version);
    const working = this.kind.workingVersion(context.version);
    const { fieldManager: manager = '', subresource = '' } = context;
    const object = await applyInTurns({
      configuration: configuration.configuration,
      force: configuration.force,
      type: version.type,
      apiVersion: version.apiVersion,
      kind: this.kind.kind,
      live: live && (await this.kind.convertOne(live, working, version)),
      manager,
      subresource,
      resetFields: this.resetFields(version, subresource),
      versions: this.versionsBeside(version, subresource),
      now: now.getTime(),
    });
    return (await this.kind.convertOne(object, version, working)) as T;
  }

  private resetFields(version: ResolvedVersion, subresource = ''): FieldSet {
    let sets = this.resets.get(version);
    if (!sets) this.resets.set(version, (sets = new Map<string, FieldSet>()));
    let set = sets.get(subresource);
    if (!set) sets.set(subresource, (set = resetFieldSet(disownedFieldsOf(version, subresource))));
    return set;
  }

  /**
   * How owners that wrote in other versions see an object; not in versions that are not served any more, and not in those
   * of another group, as the reference converts within a group only.
   */
  private versionsBeside({ group }: ResolvedVersion, subresource?: string): OwnedVersions {
    const { kind } = this;
    return {
      find: (apiVersion) => {
        const version = kind.versions.get(apiVersion);
        if (!version || version.group !== group || !kind.isShown(version)) return undefined;
        return { type: version.type, resetFields: this.resetFields(version, subresource) };
      },
      convert: (objects, from, to) => kind.convertEach(objects, kind.versionOf(from), kind.versionOf(to)),
    };
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

/** Returns the owners that an object which is not stored is shown with: its sender owns all of it. The object stays as it is. */
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
