import { isLabelValue, isQualifiedName } from '../../apimachinery/index.js';
import type { CallOptions } from '../requests/requests.js';

export type { CallOptions } from '../requests/requests.js';

/**
 * Which objects are meant: labels as text (`pier=north,!closed`) or as values that have to be equal; fields as text.
 *
 * @public
 * @example
 * const selection: Selection = { labelSelector: { pier: 'north' }, fieldSelector: 'spec.cargo=Oil' };
 */
export interface Selection {
  readonly labelSelector?: string | Readonly<Record<string, string>>;
  readonly fieldSelector?: string;
}

/**
 * The options of a get.
 *
 * @public
 * @example
 * const options: GetOptions = { resourceVersion: '0' };
 */
export interface GetOptions extends CallOptions {
  /** A state at least as new as this; `0` any. The newest where unset. */
  readonly resourceVersion?: string;
}

/**
 * The options of a list.
 *
 * @public
 * @example
 * const options: ListOptions = { labelSelector: 'pier=north', limit: 100 };
 */
export interface ListOptions extends GetOptions, Selection {
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** Objects in one page; 500 where unset. */
  readonly limit?: number;
}

/**
 * The options of a write.
 *
 * @public
 * @example
 * const options: WriteOptions = { dryRun: true, fieldManager: 'harbor-master' };
 */
export interface WriteOptions extends CallOptions {
  /** Validates and admits, but stores nothing. */
  readonly dryRun?: boolean;
  /** The owner of the fields that are written; the client's where unset. */
  readonly fieldManager?: string;
  /** The treatment of unknown and duplicate fields; `Strict` rejects them. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/**
 * The options of a patch.
 *
 * @public
 * @example
 * const options: PatchOptions = { type: 'json' };
 */
export interface PatchOptions extends WriteOptions {
  /** `merge` (RFC 7396) where unset; `json` is RFC 6902; custom resources have no `strategic` patches. */
  readonly type?: 'merge' | 'json' | 'strategic';
}

/**
 * The options of an apply.
 *
 * @public
 * @example
 * const options: ApplyOptions = { fieldManager: 'harbor-master', force: true };
 */
export interface ApplyOptions extends WriteOptions {
  /** Takes over the fields that others own, where values differ. */
  readonly force?: boolean;
}

/**
 * The options of a deletion.
 *
 * @public
 * @example
 * const options: DeletionOptions = { propagationPolicy: 'Foreground', preconditions: { uid: newUuid() } };
 */
export interface DeletionOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  /** The treatment of dependents. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** Deletes only the object that has them; Conflict otherwise. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

type Query = Record<string, string>;

/** Returns the query of a get or list. */
export function readQuery(options: ListOptions): Query {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  return {
    ...selectionQuery(options),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(resourceVersionMatch && { resourceVersionMatch }),
    ...(limit !== undefined && { limit: String(limit) }),
  };
}

/** Returns the query of a selection. */
export function selectionQuery({ labelSelector, fieldSelector }: Selection): Query {
  return {
    ...(labelSelector !== undefined && { labelSelector: selectorText(labelSelector) }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  };
}

/** Returns the query of a write. */
export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return {
    ...(dryRun && { dryRun: 'All' }),
    ...(fieldManager !== undefined && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  };
}

/** Returns the body of a deletion. */
export function deletionBody({
  dryRun,
  gracePeriodSeconds,
  propagationPolicy,
  preconditions,
}: DeletionOptions): object {
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(dryRun && { dryRun: ['All'] }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(preconditions && { preconditions }),
  };
}

function selectorText(selector: string | Readonly<Record<string, string>>): string {
  if (typeof selector === 'string') return selector;
  return Object.entries(selector)
    .map(([key, value]) => {
      // A comma in a value would begin another condition.
      if (isQualifiedName(key).length === 0 && isLabelValue(value).length === 0) return `${key}=${value}`;
      throw new TypeError(`${JSON.stringify(key)}: ${JSON.stringify(value)} is no label`);
    })
    .join(',');
}
