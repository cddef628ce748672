import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { WebhookClientConfig } from './conversion.v1.js';
import {
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
  CustomResourceSubresources,
  CustomResourceValidation,
  SelectableField,
} from './custom-resource-definition.v1.js';
import { defaultDefinition } from './custom-resource-definition.defaults.js';
import { defaultFormerDefinitionSpec } from './former-custom-resource-definition.defaults.js';

/** Shape of v1beta1.CustomResourceConversion. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceConversion',
  doc: 'How objects are brought from one version to another.',
})
export class CustomResourceConversionV1beta1 {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1beta1.ConversionStrategyType',
    doc: 'None: only apiVersion changes; Webhook: a webhook converts.',
  })
  strategy: string;

  @Field(2, WebhookClientConfig, { pointer: true, doc: 'How the webhook is reached; for strategy Webhook only.' })
  webhookClientConfig?: WebhookClientConfig;

  @Field(3, 'string', { list: true, doc: 'Versions of ConversionReview the webhook understands, best first.' })
  conversionReviewVersions?: string[];
}

/** Shape of v1beta1.CustomResourceColumnDefinition. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceColumnDefinition',
  doc: 'A column of the table that is printed for objects.',
})
export class CustomResourceColumnDefinitionV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Heading of the column.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'integer, number, string, boolean or date.' })
  type: string;

  @Field(3, 'string', { doc: 'Format of the type.' })
  format?: string;

  @Field(4, 'string', { doc: 'What the column shows.' })
  description?: string;

  @Field(5, 'int32', { doc: 'Columns above 0 are only shown on wide screens.' })
  priority?: number;

  @Field(6, 'string', { always: true, required: true, doc: 'Where objects have the value.' })
  JSONPath: string;
}

/** Shape of v1beta1.CustomResourceDefinitionVersion. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinitionVersion',
  doc: 'One version of the kind.',
})
export class CustomResourceDefinitionVersionV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the version, such as v1beta1.' })
  name: string;

  @Field(2, 'bool', { always: true, required: true, doc: 'Whether it is offered.' })
  served: boolean;

  @Field(3, 'bool', { always: true, required: true, doc: 'Whether objects are stored in it.' })
  storage: boolean;

  @Field(4, CustomResourceValidation, { pointer: true, doc: 'The schema of objects, where versions differ in it.' })
  schema?: CustomResourceValidation;

  @Field(5, CustomResourceSubresources, { pointer: true, doc: 'The subresources, where versions differ in them.' })
  subresources?: CustomResourceSubresources;

  @Field(6, CustomResourceColumnDefinitionV1beta1, { list: true, doc: 'The columns, where versions differ in them.' })
  additionalPrinterColumns?: CustomResourceColumnDefinitionV1beta1[];

  @Field(7, 'bool', { since: '1.19', doc: 'Whether requests are warned that it will go.' })
  deprecated?: boolean;

  @Field(8, 'string', { since: '1.19', pointer: true, doc: 'What the warning says.' })
  deprecationWarning?: string;

  @Field(9, SelectableField, { since: '1.30', list: true, doc: 'Fields to select by, where versions differ in them.' })
  selectableFields?: SelectableField[];
}

/** Shape of v1beta1.CustomResourceDefinitionSpec. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinitionSpec',
  doc: 'What kind is defined, and how.',
  defaults: defaultFormerDefinitionSpec,
})
export class CustomResourceDefinitionSpecV1beta1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the API group.' })
  group: string;

  @Field(2, 'string', { doc: 'The only version of the kind, or the first of them.' })
  version?: string;

  @Field(3, CustomResourceDefinitionNames, { always: true, required: true, doc: 'Names of the kind.' })
  names: CustomResourceDefinitionNames;

  @Field(4, 'string', { always: true, required: true, alias: 'v1beta1.ResourceScope', doc: 'Cluster or Namespaced.' })
  scope: string;

  @Field(5, CustomResourceValidation, { pointer: true, doc: 'The schema of objects, in all versions.' })
  validation?: CustomResourceValidation;

  @Field(6, CustomResourceSubresources, { pointer: true, doc: 'The subresources of objects, in all versions.' })
  subresources?: CustomResourceSubresources;

  @Field(7, CustomResourceDefinitionVersionV1beta1, { list: true, doc: 'All versions of the kind.' })
  versions?: CustomResourceDefinitionVersionV1beta1[];

  @Field(8, CustomResourceColumnDefinitionV1beta1, { list: true, doc: 'Columns that are printed, in all versions.' })
  additionalPrinterColumns?: CustomResourceColumnDefinitionV1beta1[];

  @Field(9, CustomResourceConversionV1beta1, {
    pointer: true,
    doc: 'How objects are brought from one version to another.',
  })
  conversion?: CustomResourceConversionV1beta1;

  @Field(10, 'bool', { pointer: true, doc: 'Whether members that no schema knows are kept.' })
  preserveUnknownFields?: boolean;

  @Field(11, SelectableField, {
    since: '1.30',
    list: true,
    doc: 'Fields that objects can be selected by, in all versions.',
  })
  selectableFields?: SelectableField[];
}

/** CustomResourceDefinition as apiextensions.k8s.io/v1beta1 had it. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinition',
  doc: 'A kind that is described by a schema: its names, versions and rules.',
  defaults: defaultDefinition,
})
export class CustomResourceDefinitionV1beta1 {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CustomResourceDefinitionSpecV1beta1, { always: true, required: true, doc: 'What is wanted.' })
  spec: CustomResourceDefinitionSpecV1beta1;

  @Field(3, CustomResourceDefinitionStatus, { doc: 'What is found; written by the system.' })
  status?: CustomResourceDefinitionStatus;
}
