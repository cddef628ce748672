import { ANSWERS, type Operation, PRODUCES } from './operation.js';
import type { Parameter } from './query-parameters.js';
import type { Schema } from './schema.js';
import { BEARER_TOKEN, type DocumentFrame, type DocumentInfo, orderedPaths } from './document-parts.js';

/** Returns the paths of operations with their items, as OpenAPI 3.0 describes them. */
export function pathsInV3(operations: readonly Operation[]): [string, object][] {
  return orderedPaths(operations, describeParameter, describe);
}

/** Returns the JSON text of an OpenAPI 3.0 document around the members of its paths and schemas; it may have none of these. */
export function frameV3(info: DocumentInfo, hasSchemas: boolean): DocumentFrame {
  const end = JSON.stringify({ securitySchemes: { BearerToken: BEARER_TOKEN } }).slice(1);
  return {
    start: `{"openapi":"3.0.0","info":${JSON.stringify(info)},"paths":{`,
    middle: hasSchemas ? '},"components":{"schemas":{' : '},"components":{',
    end: hasSchemas ? `},${end}}` : `${end}}`,
  };
}

function describe(operation: Operation): object {
  const { parameters, body, isBodyRequired, consumes, action, kind, deprecated, examples } = operation;
  const content = body && contentOf(consumes ?? ['*/*'], body);
  return {
    tags: [operation.tag],
    description: operation.description,
    operationId: operation.operationId,
    ...(parameters.length > 0 ? { parameters: parameters.map(describeParameter) } : {}),
    ...(content ? { requestBody: { content, ...(isBodyRequired ? { required: true } : {}) } } : {}),
    responses: describeAnswers(operation),
    ...(deprecated ? { deprecated } : {}),
    ...(action ? { 'x-kubernetes-action': action } : {}),
    ...(examples?.length ? { 'x-binnacle-examples': examples } : {}),
    ...(kind ? { 'x-kubernetes-group-version-kind': kind } : {}),
  };
}

function describeAnswers({ answers, produces }: Operation): object {
  const good = Object.entries(answers).map(([code, schema]) => [
    code,
    { description: ANSWERS[code], content: contentOf(PRODUCES[produces], schema) },
  ]);
  return { ...Object.fromEntries(good), 401: { description: ANSWERS[401] } };
}

function contentOf(mediaTypes: readonly string[], schema: Schema): object {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}

function describeParameter({ description, in: place, name, type }: Parameter): object {
  const required = place === 'path' ? { required: true } : {};
  return { name, in: place, description, ...required, schema: { type, uniqueItems: true } };
}
