import type { GroupVersionKind } from '../apimachinery/index.js';
import type { Passage } from '../registry/index.js';
import type { ObjectShape } from '../schema/index.js';

/** The documented facts of a subresource. */
export interface DocumentedSubresource {
  readonly name: string;
  readonly verbs: ReadonlySet<string>;
  /** Group, version and kind of its body. */
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
  /** Writes answer the object above it, in place of what they send. */
  readonly answersParent?: boolean;
}

/** The documented facts of a proxied subresource; its type is that of its query. */
export interface DocumentedConnection extends DocumentedSubresource {
  readonly passage: Passage;
}

/** The documented facts of one kind in one served version. */
export interface DocumentedResource {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly type: ObjectShape;
  /** A delete answers with the object in place of a Status. */
  readonly deleteReturnsObject: boolean;
  /** Objects that a client may create. */
  readonly examples: readonly object[];
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
  /** The group has custom resources only. */
  readonly isCustom: boolean;
  readonly resources: readonly DocumentedResource[];
}

/** The input of the documents: everything that is served, in the order of discovery. */
export interface OpenApiSource {
  readonly groups: readonly DocumentedGroup[];
  /**
   * The group versions that are listed wherever a kind belongs to all of them: those the server started with, so that a
   * document does not change because another group version comes or goes.
   */
  readonly lasting: readonly DocumentedVersion[];
  /** The release the documents name: `1.32`. */
  readonly release: string;
  /** True if the issuer of service account tokens is described to others. */
  readonly describesIssuer: boolean;
  /** True if the core group belongs to this server, whatever is served of it. */
  readonly hasCore: boolean;
  /** True if there are no documents of version 3, as in early releases (gate `OpenAPIV3`). */
  readonly isWithoutV3?: boolean;
}
