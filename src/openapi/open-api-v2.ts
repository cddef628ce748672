import { ANSWERS, type Operation, PRODUCES } from './operation.js';
import type { Parameter } from './query-parameters.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import { BEARER_TOKEN, infoOf, orderedPaths } from './document-parts.js';

/** Puts a Swagger 2.0 document together. */
export function buildV2(release: string, operations: readonly Operation[], definitions: SchemaDefinitions): object {
  return {
    swagger: '2.0',
    info: infoOf(release),
    paths: orderedPaths(operations, describeParameter, describe),
    definitions: definitions.all(),
    securityDefinitions: { BearerToken: BEARER_TOKEN },
    security: [{ BearerToken: [] }],
  };
}

function describe(operation: Operation): object {
  const { parameters, body, isBodyRequired, consumes, produces, action, kind, deprecated } = operation;
  const bodyParameter = body && {
    in: 'body',
    name: 'body',
    ...(isBodyRequired ? { required: true } : {}),
    schema: body,
  };
  return {
    consumes: consumes ?? (produces === 'json' ? ['application/json'] : ['*/*']),
    ...(deprecated ? { deprecated } : {}),
    description: operation.description,
    operationId: operation.operationId,
    parameters: [...(bodyParameter ? [bodyParameter] : []), ...parameters.map(describeParameter)],
    produces: PRODUCES[produces],
    responses: describeAnswers(operation),
    schemes: ['https'],
    tags: [operation.tag],
    ...(action ? { 'x-kubernetes-action': action } : {}),
    ...(kind ? { 'x-kubernetes-group-version-kind': kind } : {}),
  };
}

function describeAnswers({ answers }: Operation): object {
  const good = Object.entries(answers).map(([code, schema]) => [code, { description: ANSWERS[code], schema }]);
  return { ...Object.fromEntries(good), 401: { description: ANSWERS[401] } };
}

function describeParameter({ description, in: place, name, type }: Parameter): object {
  const required = place === 'path' ? { required: true } : {};
  return { description, in: place, name, ...required, type, uniqueItems: true };
}
