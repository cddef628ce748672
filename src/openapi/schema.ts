import type { GroupVersionKind } from '../apimachinery/index.js';

/** A JSON schema as the documents carry it. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  format?: string;
  default?: unknown;
  title?: string;
  nullable?: boolean;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  required?: readonly string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  not?: Schema;
  uniqueItems?: boolean;
  'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  'x-kubernetes-selectable-fields'?: readonly { readonly fieldPath: string }[];
  'x-kubernetes-list-type'?: string;
  'x-kubernetes-list-map-keys'?: readonly string[];
  'x-kubernetes-map-type'?: string;
  'x-kubernetes-patch-strategy'?: string;
  'x-kubernetes-patch-merge-key'?: string;
  'x-kubernetes-unions'?: readonly object[];
}

/** The two forms of the documents: Swagger 2.0 and OpenAPI 3.0. */
export type Dialect = 'v2' | 'v3';

/** Where each dialect keeps its definitions. */
export const REF_PREFIX: Readonly<Record<Dialect, string>> = {
  v2: '#/definitions/',
  v3: '#/components/schemas/',
};

/** Package path of the shared API types in definition names. */
export const META_V1 = 'io.k8s.apimachinery.pkg.apis.meta.v1';
