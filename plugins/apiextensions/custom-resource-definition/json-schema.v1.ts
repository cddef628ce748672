import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1.ExternalDocumentation. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation',
  doc: 'Where more can be read.',
})
export class ExternalDocumentation {
  @Field(1, 'string', { doc: 'What can be read there.' })
  description?: string;

  @Field(2, 'string', { doc: 'Where it can be read.' })
  url?: string;
}

/** Shape of v1.ValidationRule. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.ValidationRule',
  doc: 'An expression that must hold for the value.',
})
export class ValidationRule {
  @Field(1, 'string', { always: true, required: true, doc: 'Must be true for the value.' })
  rule: string;

  @Field(2, 'string', { doc: 'What is said where it is not.' })
  message?: string;

  @Field(3, 'string', { since: '1.27', doc: 'Gives the message.' })
  messageExpression?: string;

  @Field(4, 'string', {
    since: '1.28',
    pointer: true,
    enum: ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'],
    alias: 'v1.FieldValueErrorReason',
    doc: 'The reason in the error.',
  })
  reason?: string;

  @Field(5, 'string', { since: '1.28', doc: 'Path of the field that is blamed.' })
  fieldPath?: string;

  @Field(6, 'bool', {
    since: '1.29',
    pointer: true,
    doc: 'Whether a rule that looks at the old value also runs without an old value.',
  })
  optionalOldSelf?: boolean;
}

/** Shape of v1.JSONSchemaProps. Members without a description are published as plain references, as in the reference. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  doc: 'A JSON schema, as OpenAPI v3 has it.',
})
export class JSONSchemaProps {
  @Field(1, 'string', { doc: 'Not supported.' })
  id?: string;

  @Field(2, 'string', { alias: 'v1.JSONSchemaURL', doc: 'The dialect of the schema.' })
  $schema?: string;

  @Field(3, 'string', { pointer: true, doc: 'Not supported.' })
  $ref?: string;

  @Field(4, 'string', { doc: 'What the value means.' })
  description?: string;

  @Field(5, 'string', { doc: 'JSON type of the value.' })
  type?: string;

  @Field(6, 'string', { doc: 'Format of the value.' })
  format?: string;

  @Field(7, 'string', { doc: 'A short heading for the value, for people.' })
  title?: string;

  @Field(8, 'json', { pointer: true, doc: 'The value where none is given.' })
  default?: unknown;

  @Field(9, 'double', { pointer: true, doc: 'The highest number.' })
  maximum?: number;

  @Field(10, 'bool', { doc: 'Whether the highest number itself is out.' })
  exclusiveMaximum?: boolean;

  @Field(11, 'double', { pointer: true, doc: 'The lowest number.' })
  minimum?: number;

  @Field(12, 'bool', { doc: 'Whether the lowest number itself is out.' })
  exclusiveMinimum?: boolean;

  @Field(13, 'int64', { pointer: true, doc: 'How long a text may be.' })
  maxLength?: number;

  @Field(14, 'int64', { pointer: true, doc: 'How long a text must be.' })
  minLength?: number;

  @Field(15, 'string', { doc: 'Regular expression a text must match.' })
  pattern?: string;

  @Field(16, 'int64', { pointer: true, doc: 'How many elements there may be.' })
  maxItems?: number;

  @Field(17, 'int64', { pointer: true, doc: 'How many elements there must be.' })
  minItems?: number;

  @Field(18, 'bool', { doc: 'Not supported.' })
  uniqueItems?: boolean;

  @Field(19, 'double', { pointer: true, doc: 'What a number must be divisible by.' })
  multipleOf?: number;

  @Field(20, 'json', { list: true, alias: 'v1.JSON', doc: 'The values that are allowed.' })
  enum?: unknown[];

  @Field(21, 'int64', { pointer: true, doc: 'How many members there may be.' })
  maxProperties?: number;

  @Field(22, 'int64', { pointer: true, doc: 'How many members there must be.' })
  minProperties?: number;

  @Field(23, 'string', { list: true, doc: 'Members that must be there.' })
  required?: string[];

  @Field(24, () => JSONSchemaProps, { or: 'list', pointer: true })
  items?: JSONSchemaProps | JSONSchemaProps[];

  @Field(25, () => JSONSchemaProps, { list: true, doc: 'Schemas that must all hold.' })
  allOf?: JSONSchemaProps[];

  @Field(26, () => JSONSchemaProps, { list: true, doc: 'Schemas of which exactly one must hold.' })
  oneOf?: JSONSchemaProps[];

  @Field(27, () => JSONSchemaProps, { list: true, doc: 'Schemas of which one must hold.' })
  anyOf?: JSONSchemaProps[];

  @Field(28, () => JSONSchemaProps, { pointer: true })
  not?: JSONSchemaProps;

  @Field(29, () => JSONSchemaProps, { map: true, doc: 'Schemas of the members.' })
  properties?: Record<string, JSONSchemaProps>;

  @Field(30, () => JSONSchemaProps, { or: 'bool', pointer: true })
  additionalProperties?: JSONSchemaProps | boolean;

  @Field(31, () => JSONSchemaProps, { map: true, doc: 'Not supported.' })
  patternProperties?: Record<string, JSONSchemaProps>;

  @Field(32, () => JSONSchemaProps, {
    or: 'texts',
    map: true,
    alias: 'v1.JSONSchemaDependencies',
    doc: 'Not supported.',
  })
  dependencies?: Record<string, JSONSchemaProps | string[]>;

  @Field(33, () => JSONSchemaProps, { or: 'bool', pointer: true })
  additionalItems?: JSONSchemaProps | boolean;

  @Field(34, () => JSONSchemaProps, { map: true, alias: 'v1.JSONSchemaDefinitions', doc: 'Not supported.' })
  definitions?: Record<string, JSONSchemaProps>;

  @Field(35, ExternalDocumentation, { pointer: true })
  externalDocs?: ExternalDocumentation;

  @Field(36, 'json', { pointer: true })
  example?: unknown;

  @Field(37, 'bool', { doc: 'Whether null is allowed.' })
  nullable?: boolean;

  @Field(38, 'bool', { pointer: true, doc: 'Whether members without a schema are kept.' })
  'x-kubernetes-preserve-unknown-fields'?: boolean;

  @Field(39, 'bool', { doc: 'Whether the value is an object with kind and metadata.' })
  'x-kubernetes-embedded-resource'?: boolean;

  @Field(40, 'bool', { doc: 'Whether the value is a number or a text.' })
  'x-kubernetes-int-or-string'?: boolean;

  @Field(41, 'string', { since: '1.16', list: true, doc: 'Members that identify elements.' })
  'x-kubernetes-list-map-keys'?: string[];

  @Field(42, 'string', { since: '1.16', pointer: true, doc: 'How lists are merged: atomic, set or map.' })
  'x-kubernetes-list-type'?: string;

  @Field(43, 'string', { since: '1.17', pointer: true, doc: 'How objects are merged: granular or atomic.' })
  'x-kubernetes-map-type'?: string;

  @Field(44, ValidationRule, {
    since: '1.23',
    list: true,
    listType: 'map',
    listMapKeys: ['rule'],
    patchStrategy: ['merge'],
    patchMergeKey: 'rule',
    alias: 'v1.ValidationRules',
    doc: 'Expressions that must hold.',
  })
  'x-kubernetes-validations'?: ValidationRule[];
}
