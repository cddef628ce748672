import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultDefinition, defaultDefinitionSpec } from './custom-resource-definition.defaults.js';
import { JSONSchemaProps } from './json-schema.v1.js';
import { CustomResourceConversion } from './conversion.v1.js';

/** Shape of v1.CustomResourceDefinitionNames. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames',
  doc: 'The names of a kind.',
})
export class CustomResourceDefinitionNames {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the resource in paths.' })
  plural: string;

  @Field(2, 'string', { doc: 'Name of one object, for command lines.' })
  singular?: string;

  @Field(3, 'string', { list: true, doc: 'Short names for command lines.' })
  shortNames?: string[];

  @Field(4, 'string', { always: true, required: true, doc: 'Name of the kind.' })
  kind: string;

  @Field(5, 'string', { doc: 'Name of the kind of lists.' })
  listKind?: string;

  @Field(6, 'string', { list: true, doc: 'Groups of resources that are listed together.' })
  categories?: string[];
}

/** Shape of v1.CustomResourceValidation. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation',
  doc: 'The schema that validates objects.',
})
export class CustomResourceValidation {
  @Field(1, JSONSchemaProps, {
    pointer: true,
    doc: 'OpenAPI v3 schema that objects are pruned, defaulted and validated by.',
  })
  openAPIV3Schema?: JSONSchemaProps;
}

/** Shape of v1.CustomResourceSubresourceStatus. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus',
  doc: 'Objects have a status of their own.',
})
export class CustomResourceSubresourceStatus {}

/** Shape of v1.CustomResourceSubresourceScale. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale',
  doc: 'Where objects keep what their scale shows.',
})
export class CustomResourceSubresourceScale {
  @Field(1, 'string', { always: true, required: true, doc: 'Where the wanted number stands.' })
  specReplicasPath: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Where the number that is found stands.' })
  statusReplicasPath: string;

  @Field(3, 'string', { pointer: true, doc: 'Where the selector stands, as text.' })
  labelSelectorPath?: string;
}

/** Shape of v1.CustomResourceSubresources. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources',
  doc: 'The subresources of objects.',
})
export class CustomResourceSubresources {
  @Field(1, CustomResourceSubresourceStatus, { pointer: true, doc: 'Gives objects a status subresource.' })
  status?: CustomResourceSubresourceStatus;

  @Field(2, CustomResourceSubresourceScale, { pointer: true, doc: 'Gives objects a scale subresource.' })
  scale?: CustomResourceSubresourceScale;
}

/** Shape of v1.CustomResourceColumnDefinition. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition',
  doc: 'A column of the table that is printed for objects.',
})
export class CustomResourceColumnDefinition {
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
  jsonPath: string;
}

/** Shape of v1.SelectableField. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.SelectableField',
  doc: 'A field that objects can be selected by.',
})
export class SelectableField {
  @Field(1, 'string', { always: true, required: true, doc: 'Where objects have the field.' })
  jsonPath: string;
}

/** Shape of v1.CustomResourceDefinitionVersion. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion',
  doc: 'One version of the kind.',
})
export class CustomResourceDefinitionVersion {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the version, such as v1beta1.' })
  name: string;

  @Field(2, 'bool', { always: true, required: true, doc: 'Whether it is offered.' })
  served: boolean;

  @Field(3, 'bool', {
    always: true,
    required: true,
    doc: 'Whether objects are stored in it; true for exactly one version.',
  })
  storage: boolean;

  @Field(4, CustomResourceValidation, { pointer: true, doc: 'The schema of objects.' })
  schema?: CustomResourceValidation;

  @Field(5, CustomResourceSubresources, { pointer: true, doc: 'The subresources of objects.' })
  subresources?: CustomResourceSubresources;

  @Field(6, CustomResourceColumnDefinition, { list: true, doc: 'Columns of the table that is printed.' })
  additionalPrinterColumns?: CustomResourceColumnDefinition[];

  @Field(7, 'bool', { since: '1.19', doc: 'Whether requests are warned that it will go.' })
  deprecated?: boolean;

  @Field(8, 'string', { since: '1.19', pointer: true, doc: 'What the warning says.' })
  deprecationWarning?: string;

  @Field(9, SelectableField, { since: '1.30', list: true, doc: 'Fields that objects can be selected by.' })
  selectableFields?: SelectableField[];
}

/** Shape of v1.CustomResourceDefinitionSpec. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec',
  doc: 'What kind is defined, and how.',
  defaults: defaultDefinitionSpec,
})
export class CustomResourceDefinitionSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the API group.' })
  group: string;

  @Field(3, CustomResourceDefinitionNames, { always: true, required: true, doc: 'Names of the kind.' })
  names: CustomResourceDefinitionNames;

  @Field(4, 'string', { always: true, required: true, alias: 'v1.ResourceScope', doc: 'Cluster or Namespaced.' })
  @Required()
  @OneOf('Cluster', 'Namespaced')
  scope: string;

  @Field(7, CustomResourceDefinitionVersion, {
    list: true,
    always: true,
    required: true,
    doc: 'All versions of the kind.',
  })
  versions?: CustomResourceDefinitionVersion[];

  @Field(9, CustomResourceConversion, { pointer: true, doc: 'How objects are brought from one version to another.' })
  conversion?: CustomResourceConversion;

  @Field(10, 'bool', { doc: 'Of an older version of this API; must be false.' })
  preserveUnknownFields?: boolean;
}

/** Shape of v1.CustomResourceDefinitionCondition. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition',
  doc: 'The state of a definition in one respect.',
})
export class CustomResourceDefinitionCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.CustomResourceDefinitionConditionType',
    doc: 'What the condition is about.',
  })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus', doc: 'True, False or Unknown.' })
  status: string;

  @Field(3, 'time', { doc: 'When it last changed.' })
  lastTransitionTime?: string;

  @Field(4, 'string', { doc: 'Why, in one word.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Why, in words.' })
  message?: string;

  @Field(6, 'int64', { since: '1.35', doc: 'Generation of the definition that the condition was found for.' })
  observedGeneration?: number;
}

/** Shape of v1.CustomResourceDefinitionStatus. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus',
  doc: 'What has become of a definition.',
})
export class CustomResourceDefinitionStatus {
  @Field(1, CustomResourceDefinitionCondition, {
    list: true,
    always: true,
    listType: 'map',
    listMapKeys: ['type'],
    variants: [{ until: '1.20', listType: undefined, listMapKeys: undefined }],
    doc: 'The states that are known.',
  })
  conditions?: CustomResourceDefinitionCondition[];

  @Field(2, CustomResourceDefinitionNames, {
    variants: [{ until: '1.17', required: true }],
    always: true,
    doc: 'The names that are in use.',
  })
  acceptedNames?: CustomResourceDefinitionNames;

  @Field(3, 'string', {
    variants: [{ until: '1.17', required: true }],
    list: true,
    always: true,
    doc: 'Versions in which objects may be stored.',
  })
  storedVersions?: string[];

  @Field(4, 'int64', { since: '1.35', doc: 'Generation of the definition that was handled last.' })
  observedGeneration?: number;
}

/** Shape of v1.CustomResourceDefinition. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  doc: 'A kind that is described by a schema: its names, versions and rules.',
  defaults: defaultDefinition,
})
export class CustomResourceDefinition {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CustomResourceDefinitionSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: CustomResourceDefinitionSpec;

  @Field(3, CustomResourceDefinitionStatus, { doc: 'What is found; written by the system.' })
  status?: CustomResourceDefinitionStatus;
}
