import type { SideEffect } from '../../admission/index.js';
import type { ApiObject, FieldError, NoPromise } from '../../apimachinery/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import type { RequestSignal, UserInfo } from '../../request/index.js';

/**
 * The request context of a strategy. Shared by all hooks of one request; read-only.
 *
 * @public
 * @example
 * const isOwn = ({ user, namespace }: StrategyContext) => user.name === namespace;
 */
export interface StrategyContext {
  readonly user: UserInfo;
  /** Namespace of the request; empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** The subresource written through, empty for the main resource. */
  readonly subresource: string;
  readonly dryRun: boolean;
  /** The version the client speaks (`events.k8s.io/v1`), for rules that depend on it; unset for the server's own writes. */
  readonly apiVersion?: string;
  /** Adds a `Warning` header to the answer, whatever becomes of the request; unset where there is no request. */
  readonly warn?: (text: string) => void;
  /**
   * Aborts when the response is no longer awaited, for hooks that wait; unset without a request. The Store checks it
   * before it stores anything.
   */
  readonly signal?: RequestSignal;
  /** Reports whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean;
  /** The release whose API is served, as `1.32`; unset where that is the newest. */
  readonly release?: string;
  /** True if privileged containers are refused everywhere. */
  readonly refusesPrivileged?: boolean;
}

/**
 * The specific behaviour of one kind (upstream: rest.RESTCreateStrategy and friends). The generic Store calls the
 * hooks; every hook is optional. Objects are in the version the write is worked on in, which is the storage version unless
 * the kind says otherwise (`KindDefinition.worksIn`); plain data, defaulted.
 *
 * Create: mutating admission, prepareForCreate, begin, loadRules, validate, checkRights, warnings, canonicalize, validating
 * admission, store. Update: mutating admission, prepareForUpdate, begin, loadRules, validateUpdate, checkRights, warnings,
 * canonicalize, validating admission, store.
 *
 * @public
 * @example
 * class BerthStrategy implements Strategy<Berth> {
 *   validate(berth: Berth): FieldError[] {
 *     return berth.spec.length > 0 ? [] : [invalid(FieldPath.of('spec', 'length'), berth.spec.length, 'must be positive')];
 *   }
 * }
 */
export interface Strategy<T extends ApiObject = ApiObject> {
  /** Sets and clears what a client may not choose. May change `object`. Runs after metadata is filled in and after mutating admission. */
  prepareForCreate?(object: T, context: StrategyContext): NoPromise;
  /**
   * Prepares an update in the same way; `old` must not be changed. Status is already kept from `old` where the kind has
   * that subresource.
   */
  prepareForUpdate?(object: T, old: T, context: StrategyContext): NoPromise;
  /**
   * Loads what the rules need and the server starts without, before a new object, where `old` is undefined, or a change is
   * validated. Changes nothing; must not fail for what is wrong with an object.
   */
  loadRules?(object: T, old: T | undefined, context: StrategyContext): Promise<void> | undefined;
  /**
   * Validates a new object, and a changed one without validateUpdate, by rules across fields. Pure. The Store has
   * checked metadata's name and labels itself or does so after.
   */
  validate?(object: T, context: StrategyContext): FieldError[];
  /**
   * True if `validate` alone checks metadata as far as the kind's rules do (Event). The Store's own check of a new object
   * comes only where these rules find nothing.
   */
  readonly checksMetadataOnCreate?: boolean;
  /**
   * True if the update hooks check metadata themselves, in the kind's own order. For other kinds the Store repeats its
   * check in their place, as the reference's rules of most kinds do.
   */
  readonly checksMetadataOnUpdate?: boolean;
  /**
   * Which part of metadata the Store's second check of an update covers, as the reference's rules of the kind do: the
   * `change` alone, which leaves names and prefixes, or the new `object` alone; without it both.
   */
  readonly repeatedMetadataCheck?: 'change' | 'object';
  /** Validates a change, in place of `validate`, which it may call. Pure. The Store checks metadata before. */
  validateUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
  /** Validates a write through `status`, in place of the rules for other changes. */
  validateStatusUpdate?(object: T, old: T, context: StrategyContext): FieldError[];
  /**
   * Validates by asynchronous rules: for a new object, where `old` is undefined, or a change. Runs after the others,
   * and its errors are returned together with theirs. Pure.
   */
  validateAsync?(object: T, old: T | undefined, context: StrategyContext): Promise<FieldError[]>;
  /**
   * Checks rights of the user that depend on what the object says: on a new object, where `old` is undefined, or a change
   * of the main resource. Runs after the rules and only where they found nothing; its errors are returned as theirs are. Pure.
   */
  checkRights?(object: T, old: T | undefined, context: StrategyContext): Promise<FieldError[]>;
  /** Converts an accepted object to its final form, after validation. */
  canonicalize?(object: T): NoPromise;
  /** Returns texts for `Warning` headers of a create. */
  warningsOnCreate?(object: T, context: StrategyContext): string[];
  /** Returns texts for `Warning` headers of an update. */
  warningsOnUpdate?(object: T, old: T, context: StrategyContext): string[];
  /** Returns texts for `Warning` headers of a delete; asked before the object is looked for. */
  warningsOnDelete?(options: DeleteOptions): string[];
  /**
   * Reserves external resources before the object is validated; they are released when the write fails. May change
   * `object` (an allocated port). Never called on dry runs.
   */
  beginCreate?(object: T, context: StrategyContext): Promise<SideEffect | undefined> | SideEffect | undefined;
  /** Returns the same for an update. */
  beginUpdate?(object: T, old: T, context: StrategyContext): Promise<SideEffect | undefined> | SideEffect | undefined;
  /**
   * Called on dry runs in place of beginCreate: makes the same changes to `object`, as far as they are known, and
   * reserves nothing.
   */
  pretendCreate?(object: T, context: StrategyContext): Promise<void> | void;
  /** Returns the same for an update. */
  pretendUpdate?(object: T, old: T, context: StrategyContext): Promise<void> | void;
  /** Returns the lifetime of the object in seconds from this write on; unlimited if undefined or not implemented. */
  lifetimeSeconds?(object: T): number | undefined;
  /** Runs after an object is gone from the store. */
  afterDelete?(object: T, context: StrategyContext): void | Promise<void>;
  /**
   * Decides on graceful deletion: returns the seconds to wait, 0 for at once, undefined where the kind knows no grace.
   * Called with the object as stored and the options as sent.
   */
  gracePeriodFor?(object: T, options: DeleteOptions): number | undefined;
  /** Refuses the deletion of a single object by throwing a StatusError, before anything is changed. Collections go unasked. */
  checkDelete?(object: T, context: StrategyContext): void | Promise<void>;
  /**
   * Reports whether an object without finalizers still stays after a delete, until an update removes it (a Namespace
   * with content).
   */
  keepsUntilFinalized?(object: T): boolean;
  /** Changes an object whose deletion begins, before it is stored as marked (a Namespace becomes Terminating). */
  prepareForDeletion?(object: T): NoPromise;
  /**
   * Reports whether a write removes an object whose deletion has begun and which neither finalizers nor grace hold any
   * more, as it does where a kind has nothing to say (a Namespace stays while its spec has finalizers).
   */
  shouldDeleteDuringUpdate?(object: T, old: T): boolean;
}

/** The names of the functions of a strategy. */
export type StrategyHook = {
  [K in keyof Strategy]-?: NonNullable<Strategy[K]> extends (...args: never[]) => unknown ? K : never;
}[keyof Strategy];
