import {
  type FieldWriter,
  type MessageWriter,
  anyValue,
  anys,
  bool,
  choice,
  double,
  entries,
  int64,
  list,
  message,
  nested,
  text,
  texts,
} from './message-layout.js';

type Json = Readonly<Record<string, unknown>>;

const reference = message({ $ref: text(1), description: text(3) });

/** A default may only be a number, a boolean or text here; others have no form. */
const defaultValue: FieldWriter = (writer, value) => {
  if (typeof value === 'object') return;
  nested(33, () => scalarDefault)(writer, value);
};

const scalarDefault: MessageWriter = (writer, value) => {
  if (typeof value === 'number' || typeof value === 'bigint') double(1)(writer, value);
  else if (typeof value === 'boolean') bool(2)(writer, value);
  else text(3)(writer, value);
};

const schema: MessageWriter = message(
  {
    nullable: bool(1),
    externalDocs: nested(6, () => externalDocs),
    example: nested(7, () => anyValue),
    title: text(9),
    multipleOf: double(10),
    maximum: double(11),
    exclusiveMaximum: bool(12),
    minimum: double(13),
    exclusiveMinimum: bool(14),
    maxLength: int64(15),
    minLength: int64(16),
    pattern: text(17),
    maxItems: int64(18),
    minItems: int64(19),
    uniqueItems: bool(20),
    maxProperties: int64(21),
    minProperties: int64(22),
    required: texts(23),
    enum: anys(24),
    type: text(25),
    allOf: list(26, () => schemaOrReference),
    oneOf: list(27, () => schemaOrReference),
    anyOf: list(28, () => schemaOrReference),
    not: nested(29, () => schema),
    items: nested(30, () => choice(() => [1, schemaOrReference])),
    properties: nested(31, () => SCHEMAS_V3),
    additionalProperties: nested(32, () => additionalProperties),
    default: defaultValue,
    description: text(34),
    format: text(35),
  },
  36,
);

const externalDocs = message({ description: text(1), url: text(2) }, 3);

const additionalProperties: MessageWriter = (writer, value) => {
  if (typeof value === 'boolean') bool(2)(writer, value);
  else nested(1, () => schemaOrReference)(writer, value);
};

const schemaOrReference: MessageWriter = choice((value) => ('$ref' in (value as Json) ? [2, reference] : [1, schema]));
/** The layout of `components.schemas`. */
export const SCHEMAS_V3 = entries(1, () => schemaOrReference);

const mediaTypes = entries(1, () => message({ schema: nested(1, () => schemaOrReference) }, 5));

const parameter = message(
  { name: text(1), in: text(2), description: text(3), required: bool(4), schema: nested(10, () => schemaOrReference) },
  14,
);
const parameterOrReference = choice(() => [1, parameter]);

const requestBody = message({ description: text(1), content: nested(2, () => mediaTypes), required: bool(3) }, 4);
const response = message({ description: text(1), content: nested(3, () => mediaTypes) }, 5);

const operation = message(
  {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    parameters: list(6, () => parameterOrReference),
    requestBody: nested(7, () => choice(() => [1, requestBody])),
    responses: nested(8, () => entries(2, () => choice(() => [1, response]))),
    deprecated: bool(10),
  },
  13,
);

const pathItem = message(
  {
    get: nested(4, () => operation),
    put: nested(5, () => operation),
    post: nested(6, () => operation),
    delete: nested(7, () => operation),
    options: nested(8, () => operation),
    head: nested(9, () => operation),
    patch: nested(10, () => operation),
    parameters: list(13, () => parameterOrReference),
  },
  14,
);

const securityScheme = message({ type: text(1), description: text(2), name: text(3), in: text(4) }, 9);

/** The layout of `components`. */
export const COMPONENTS_V3 = message(
  {
    schemas: nested(1, () => SCHEMAS_V3),
    securitySchemes: nested(7, () => entries(1, () => choice(() => [1, securityScheme]))),
  },
  10,
);

/** The layout of `paths`. */
export const PATHS_V3 = entries(1, () => pathItem);

/** The layout of an OpenAPI 3.0 document. */
export const OPEN_API_V3: MessageWriter = message(
  {
    openapi: text(1),
    info: nested(2, () => message({ title: text(1), description: text(2), version: text(6) }, 7)),
    paths: nested(4, () => PATHS_V3),
    components: nested(5, () => COMPONENTS_V3),
  },
  9,
);
