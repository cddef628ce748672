import {
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

const schema: MessageWriter = message(
  {
    $ref: text(1),
    format: text(2),
    title: text(3),
    description: text(4),
    default: nested(5, () => anyValue),
    multipleOf: double(6),
    maximum: double(7),
    exclusiveMaximum: bool(8),
    minimum: double(9),
    exclusiveMinimum: bool(10),
    maxLength: int64(11),
    minLength: int64(12),
    pattern: text(13),
    maxItems: int64(14),
    minItems: int64(15),
    uniqueItems: bool(16),
    maxProperties: int64(17),
    minProperties: int64(18),
    required: texts(19),
    enum: anys(20),
    additionalProperties: nested(21, () => additionalProperties),
    type: nested(22, () => stringArray),
    items: nested(23, () => items),
    allOf: list(24, () => schema),
    properties: nested(25, () => SCHEMAS_V2),
    externalDocs: nested(29, () => externalDocs),
    example: nested(30, () => anyValue),
  },
  31,
);

const externalDocs = message({ description: text(1), url: text(2) }, 3);

const additionalProperties: MessageWriter = (writer, value) => {
  if (typeof value === 'boolean') bool(2)(writer, value);
  else nested(1, () => schema)(writer, value);
};

/** The layout of `definitions`. */
export const SCHEMAS_V2 = entries(1, () => schema);
const items: MessageWriter = (writer, value) => nested(1, () => schema)(writer, value);
const stringArray: MessageWriter = (writer, value) => texts(1)(writer, Array.isArray(value) ? value : [value]);

const bodyParameter = message(
  { description: text(1), name: text(2), in: text(3), required: bool(4), schema: nested(5, () => schema) },
  6,
);

const queryParameter = message(
  {
    required: bool(1),
    in: text(2),
    description: text(3),
    name: text(4),
    type: text(6),
    format: text(7),
    uniqueItems: bool(20),
  },
  23,
);

const pathParameter = message(
  {
    required: bool(1),
    in: text(2),
    description: text(3),
    name: text(4),
    type: text(5),
    format: text(6),
    uniqueItems: bool(19),
  },
  22,
);

const nonBodyParameter = choice((value) => ((value as Json).in === 'path' ? [4, pathParameter] : [3, queryParameter]));
const parameter = choice((value) => ((value as Json).in === 'body' ? [1, bodyParameter] : [2, nonBodyParameter]));
const parametersItem = choice(() => [1, parameter]);

const response = message({ description: text(1), schema: nested(2, () => schemaItem) }, 5);
const schemaItem = choice(() => [1, schema]);
const responseValue = choice(() => [1, response]);
const responses = entries(1, () => responseValue);

const operation = message(
  {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    produces: texts(6),
    consumes: texts(7),
    parameters: list(8, () => parametersItem),
    responses: nested(9, () => responses),
    schemes: texts(10),
    deprecated: bool(11),
  },
  13,
);

const pathItem = message(
  {
    get: nested(2, () => operation),
    put: nested(3, () => operation),
    post: nested(4, () => operation),
    delete: nested(5, () => operation),
    options: nested(6, () => operation),
    head: nested(7, () => operation),
    patch: nested(8, () => operation),
    parameters: list(9, () => parametersItem),
  },
  10,
);

const apiKey = message({ type: text(1), name: text(2), in: text(3), description: text(4) }, 5);
const securityDefinitions = entries(1, () => choice(() => [2, apiKey]));

/** The layout of `paths`. */
export const PATHS_V2 = entries(2, () => pathItem);

/** The layout of a Swagger 2.0 document. */
export const OPEN_API_V2: MessageWriter = message(
  {
    swagger: text(1),
    info: nested(2, () => message({ title: text(1), version: text(2), description: text(3) }, 7)),
    paths: nested(8, () => PATHS_V2),
    definitions: nested(9, () => SCHEMAS_V2),
    security: list(12, () => entries(1, () => stringArray)),
    securityDefinitions: nested(13, () => securityDefinitions),
  },
  16,
);
