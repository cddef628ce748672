import type { GroupVersionKind } from '../apimachinery/index.js';
import type { Passage } from '../registry/index.js';
import type { ObjectShape } from '../schema/index.js';

/** What the documents tell of a subresource. */
export interface DocumentedSubresource {
  readonly name: string;
  readonly verbs: ReadonlySet<string>;
  /** Group, version and kind of its body. */
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
}

/** What the documents tell of a subresource behind which somebody else answers; its type is that of its query. */
export interface DocumentedConnection extends DocumentedSubresource {
  readonly passage: Passage;
}

/** What the documents tell of one kind in one served version. */
export interface DocumentedResource {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly type: ObjectShape;
  /** A delete answers with the object in place of a Status. */
  readonly deleteReturnsObject: boolean;
  readonly subresources: readonly DocumentedSubresource[];
  readonly connections: readonly DocumentedConnection[];
}

/** The name of a group version. */
export interface DocumentedVersion {
  readonly group: string;
  readonly version: string;
}

/** One group version and the resources served in it. */
export interface DocumentedGroup extends DocumentedVersion {
  readonly resources: readonly DocumentedResource[];
}

/** What the documents are made from: everything that is served, in the order of discovery. */
export interface OpenApiSource {
  readonly groups: readonly DocumentedGroup[];
  /**
   * The group versions that are listed wherever a kind belongs to all of them: those the server started with, so that a
   * document does not change because another group version comes or goes.
   */
  readonly lasting: readonly DocumentedVersion[];
  /** The release the documents name: `v1.32.0`. */
  readonly release: string;
}
