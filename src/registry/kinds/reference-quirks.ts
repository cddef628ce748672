import type { ObjectMeta, ReleaseSpan } from '../../apimachinery/index.js';

/**
 * Exceptions of single kinds of the reference, apart from what other kinds declare. They keep answers exact; a new kind needs
 * none of them.
 */
export interface ReferenceQuirks {
  /**
   * The version the reference stores objects in, where it is not the storage version: discovery's hash is of that, so that
   * a client that knows one sees the same one here.
   */
  readonly hashedVersion?: string;
  /**
   * The versions that objects are stored in, by release, where that is not the storage version of the declaration, which remains the
   * hub: a server of the release before has to read what is stored.
   */
  readonly storedAs?: readonly (ReleaseSpan & { readonly version: string })[];
  /** The kind's objects are what namespaced ones live in: a path that leads to one names it as the namespace too. */
  readonly nameIsNamespace?: boolean;
  /**
   * True if finalizers need no domain, in every version or in those that are listed (`v1`): so where the reference
   * holds a kind to the generic rules for metadata only.
   */
  readonly allowsPlainFinalizers?: boolean | readonly string[];
  /**
   * Members of an object of the kind that has none: those its internal form holds by value and that are pointers in its
   * versions, and the annotations that its conversions write. Bookmarks of watches show them.
   */
  readonly emptyObject?: Readonly<Record<string, unknown>> & { readonly metadata?: Pick<ObjectMeta, 'annotations'> };
  /**
   * True if the reference reads the kind from its store alone: a version that has not happened yet is refused at once, and
   * clients are not asked to try again.
   */
  readonly withoutWatchCache?: boolean;
  /** True if create starts `metadata.generation` at 1; true unless generation is `none`. */
  readonly initialGeneration?: 0 | 1;
  /** The verbs that discovery lists, in this order, where they are not the sorted ones that are served. */
  readonly advertisedVerbs?: readonly string[];
  /** Formats the rejection of a field that is not selectable, where a kind has its own wording. */
  readonly describeUnselectable?: (field: string) => string;
  /** Field paths that writes through `status` may change, as far as the strategy allows, without owning them. */
  readonly statusDisownedFields?: readonly string[];
}
