import type { AdmissionAttributes } from '../admission/index.js';
import type { ApiObject, GroupResource, MaybePromise } from '../apimachinery/index.js';
import { type KindSource, resourceKindOf } from '../client/index.js';

/**
 * A write that a hook is called for: the final object, after admission and validation. `object` is unset on deletion,
 * `oldObject` on creation; neither may be changed. A hook on writes of one kind names the class of its storage version.
 *
 * @public
 * @example
 * const isTrial = ({ dryRun, operation }: HookedWrite) => dryRun && operation !== 'DELETE';
 */
export type HookedWrite<T extends ApiObject = ApiObject> = Pick<
  AdmissionAttributes,
  | 'operation'
  | 'kind'
  | 'resource'
  | 'subresource'
  | 'namespace'
  | 'name'
  | 'user'
  | 'dryRun'
  | 'object'
  | 'oldObject'
  | 'objectIn'
  | 'oldObjectIn'
  | 'warn'
  | 'signal'
> & { readonly object?: T; readonly oldObject?: T };

/**
 * The consequences of a write elsewhere. One of the two is called, unless the process ends before: `commit` once the write is
 * stored, `undo` where it is not. What they throw is logged and changes neither the response nor other effects.
 *
 * @public
 * @example
 * const effect: WriteEffect = { undo: () => logger.info('The number of the berth is free') };
 */
export interface WriteEffect {
  commit?(): MaybePromise<void>;
  undo?(): MaybePromise<void>;
}

/**
 * The writes of a resource, in whatever version they are made: by its names, or by the class of a kind as its `type`.
 *
 * @public
 * @example
 * const writes: WritesOf[] = [
 *   { type: Berth, operations: ['CREATE'] },
 *   { group: 'apps', resource: 'deployments', operations: ['CREATE', 'DELETE'] },
 * ];
 */
export type WritesOf = (GroupResource | { readonly type: KindSource<ApiObject> }) & WriteSelection;

/**
 * The writes of a resource that are meant.
 *
 * @public
 * @example
 * const selection: WriteSelection = { operations: ['CREATE', 'UPDATE'] };
 */
export interface WriteSelection {
  /** All three when not given. */
  readonly operations?: readonly ('CREATE' | 'UPDATE' | 'DELETE')[];
  /** Writes of the status instead of the object's; those of the object when not given. */
  readonly subresource?: 'status';
}

/**
 * Returns the resource that is written. Throws TypeError for a class of no plugin, or of several kinds.
 *
 * @internal
 * @example
 * const { group, resource } = writtenResource({ type: Berth });
 */
export function writtenResource(writes: WritesOf): GroupResource {
  return 'type' in writes ? resourceKindOf(writes.type) : writes;
}

/**
 * A hook on writes, of kinds of other plugins too: called last before an object is stored or removed, with what will be.
 * Instantiated by Nest inside the plugin's module.
 *
 * @public
 * @example
 * class NumberBerths extends WriteHook {
 *   readonly name = 'number-berths';
 *   readonly writesOf = [{ type: Berth, operations: ['CREATE'] }] as const;
 *   hook({ name }: HookedWrite<Berth>) { return { undo: () => logger.info('the berth was not created', { name }) }; }
 * }
 */
export abstract class WriteHook {
  /** Its name in metrics and in the trace of admission; unique among hooks. */
  abstract readonly name: string;
  /** The writes it is called for. */
  abstract readonly writesOf: readonly WritesOf[];
  /**
   * Takes what the write needs elsewhere, and returns how that is confirmed or undone. Throws a StatusError to refuse the write;
   * effects of other hooks are undone then. Called again for each attempt of a write that lost a race. With `dryRun` it may
   * refuse but must take nothing: what it answers is ignored.
   */
  abstract hook(write: HookedWrite): MaybePromise<WriteEffect | void>;
  /**
   * Returns the key of a write that the hook looks at others for, such as those of one parent: the hook is called for one write
   * with a key at a time, and for the next one when that is stored or is not to be, with what it reads up to date. Writes
   * without a key wait for nothing. Turns are those of one process. A hook that itself writes with the key of its turn waits for
   * its own end.
   */
  inTurn?(write: HookedWrite): string | undefined;
}
