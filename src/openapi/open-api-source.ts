import type { KindDefinition, KindVersion } from '../registry/index.js';

/** What the documents tell of a kind. */
export type DocumentedKind = Pick<
  KindDefinition,
  'kind' | 'plural' | 'listKind' | 'namespaced' | 'verbs' | 'hasStatus' | 'deleteReturnsObject'
> & {
  // Hooks of different kinds stand side by side; here only their presence matters.
  readonly scale?: unknown;
  readonly review?: unknown;
  readonly subresources?: readonly DocumentedSubresource[];
};

/** What the documents tell of a subresource with its own body. */
export interface DocumentedSubresource {
  readonly name: string;
  readonly verbs: readonly string[];
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly type: KindVersion['type'];
}

/** One version of a kind that is served. */
export interface DocumentedVersion {
  readonly kind: DocumentedKind;
  readonly version: Pick<KindVersion, 'name' | 'type'>;
}

/** One group version and the kinds served in it. */
export interface DocumentedGroup {
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly DocumentedVersion[];
}

/** What the documents are made from: everything that is served, in the order of discovery. */
export interface OpenApiSource {
  readonly groups: readonly DocumentedGroup[];
  /** The release the documents name: `v1.32.0`. */
  readonly release: string;
}
