import type { ResourceKind } from '../../client/index.js';
import type { ApiGroupPluginOptions } from '../../plugin-api/index.js';
import type { ClusterKind, ClusterResource, VersionsOfKind } from '../../plugin-api/built-in.js';
import type {
  Column,
  ConnectionDefinition,
  KindDefinition,
  KindVersion,
  ReleaseColumn,
  ScaleDefinition,
  Strategy,
  SubresourceDefinition,
  VersionFeatures,
} from '../../registry/index.js';
import type { ApiTypeOptions, FieldMetadata, FieldOptions } from '../../schema/index.js';

/** The members of a declaration; the compiler refuses one that misses a member of the type, or has another. */
type Members<T> = Readonly<Record<keyof T, true>>;

const FEATURES: Members<VersionFeatures> = {
  verbs: true,
  hasStatus: true,
  scale: true,
  scaleForm: true,
  subresources: true,
  connections: true,
  selectableFields: true,
  columns: true,
  resetFields: true,
  statusResetFields: true,
};

/** Of `defineKind`. */
export const KIND: Members<KindDefinition> = {
  ...FEATURES,
  kind: true,
  plural: true,
  singular: true,
  listKind: true,
  shortNames: true,
  categories: true,
  namespaced: true,
  versions: true,
  formerVersions: true,
  conversionAnnotations: true,
  storageVersion: true,
  converter: true,
  worksIn: true,
  storagePrefix: true,
  nameRule: true,
  strategy: true,
  quirks: true,
  keepsStatusOnCreate: true,
  review: true,
  source: true,
  backend: true,
  rowConditions: true,
  putCreates: true,
  allowUnconditionalUpdate: true,
  variants: true,
  deleteReturnsObject: true,
  defaultPropagation: true,
  generation: true,
  shownAs: true,
  doc: true,
  withoutEffect: true,
};

/** Of a version of a kind. */
export const VERSION: Members<KindVersion> = {
  ...FEATURES,
  name: true,
  group: true,
  type: true,
  conversion: true,
  served: true,
  onByDefault: true,
  featureGate: true,
  introduced: true,
  deprecated: true,
  removed: true,
  replacement: true,
  deprecation: true,
  variants: true,
  exclusiveMembers: true,
  validate: true,
  examples: true,
};

/** Of a column of tables. */
export const COLUMN: Members<Column> = {
  name: true,
  type: true,
  format: true,
  description: true,
  priority: true,
  cell: true,
};

/** Of a column of the reference's kinds. */
export const RELEASE_COLUMN: Members<ReleaseColumn> = { ...COLUMN, since: true, until: true };

/** The types of a column. */
export const COLUMN_TYPES: Readonly<Record<Column['type'], true>> = {
  string: true,
  integer: true,
  number: true,
  boolean: true,
  date: true,
};

/** Of the strategy of a kind. */
export const STRATEGY: Members<Strategy> = {
  prepareForCreate: true,
  prepareForUpdate: true,
  loadRules: true,
  validate: true,
  checksMetadataOnCreate: true,
  checksMetadataOnUpdate: true,
  repeatedMetadataCheck: true,
  validateUpdate: true,
  validateStatusUpdate: true,
  validateAsync: true,
  checkRights: true,
  canonicalize: true,
  warningsOnCreate: true,
  warningsOnUpdate: true,
  warningsOnDelete: true,
  beginCreate: true,
  beginUpdate: true,
  pretendCreate: true,
  pretendUpdate: true,
  lifetimeSeconds: true,
  afterDelete: true,
  gracePeriodFor: true,
  checkDelete: true,
  keepsUntilFinalized: true,
  prepareForDeletion: true,
  shouldDeleteDuringUpdate: true,
};

/** Of a custom subresource. */
export const SUBRESOURCE: Members<SubresourceDefinition> = {
  name: true,
  verbs: true,
  group: true,
  version: true,
  kind: true,
  otherVersions: true,
  type: true,
  answers: true,
  handler: true,
  introduced: true,
  featureGate: true,
  variants: true,
  resetFields: true,
  validate: true,
};

/** Of a proxied subresource. */
export const CONNECTION: Members<ConnectionDefinition> = {
  name: true,
  passage: true,
  dialect: true,
  verbs: true,
  group: true,
  version: true,
  kind: true,
  options: true,
  connector: true,
  introduced: true,
  featureGate: true,
};

/** Of the `scale` of a kind. */
export const SCALE: Members<ScaleDefinition> = {
  replicas: true,
  setReplicas: true,
  statusReplicas: true,
  selector: true,
  readFault: true,
};

/** Of `@ApiGroupPlugin`. */
export const PLUGIN: Members<ApiGroupPluginOptions> = {
  group: true,
  versions: true,
  kinds: true,
  versionsOf: true,
  clusterKinds: true,
  roles: true,
  options: true,
  flagPrefix: true,
  featureGates: true,
  pages: true,
  priority: true,
  imports: true,
  providers: true,
  exports: true,
  admission: true,
  writeHooks: true,
  startHooks: true,
  controllers: true,
  authenticators: true,
  authorizers: true,
  healthChecks: true,
};

/** Of an entry of `versionsOf`. */
export const VERSIONS_OF: Members<VersionsOfKind> = {
  of: true,
  versions: true,
};

/** Of an entry of `clusterKinds`. */
export const CLUSTER_KIND: Members<ClusterKind> = {
  group: true,
  definition: true,
  featureGate: true,
};

/** Of an entry of `clusterKinds` that names a resource; the last members are those of constants that `binnacle types` writes. */
export const CLUSTER_RESOURCE: Members<ClusterResource & ResourceKind> = {
  group: true,
  resource: true,
  featureGate: true,
  version: true,
  kind: true,
  scope: true,
  objectType: true,
};

/** Of `@ApiType`. */
export const API_TYPE: Members<ApiTypeOptions> = {
  name: true,
  doc: true,
  defaults: true,
  hasTypeMeta: true,
  mapType: true,
  embed: true,
  inherits: true,
  unions: true,
};

/** Of the options of `@Field`. */
export const FIELD: Members<FieldOptions> = {
  since: true,
  until: true,
  variants: true,
  list: true,
  map: true,
  or: true,
  pointer: true,
  always: true,
  omitZero: true,
  required: true,
  immutable: true,
  default: true,
  openapiDefault: true,
  enum: true,
  listType: true,
  listMapKeys: true,
  mapType: true,
  patchStrategy: true,
  patchMergeKey: true,
  alias: true,
  keyAlias: true,
  valueAlias: true,
  format: true,
  doc: true,
};

/** The members that `@Field` adds to its options. */
export const RECORDED: Readonly<Record<Exclude<keyof FieldMetadata, keyof FieldOptions>, true>> = {
  name: true,
  number: true,
  type: true,
};
