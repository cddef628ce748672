import { ANSWERS, type Operation, PRODUCES } from './operation.js';
import type { Parameter } from './query-parameters.js';
import { BEARER_TOKEN, type DocumentFrame, type DocumentInfo, orderedPaths } from './document-parts.js';

/** Returns the paths of operations with their items, as Swagger 2.0 describes them. */
export function pathsInV2(operations: readonly Operation[]): [string, object][] {
  return orderedPaths(operations, describeParameter, describe);
}

/** Returns the JSON text of a Swagger 2.0 document around the members of its paths and definitions. */
export function frameV2(info: DocumentInfo): DocumentFrame {
  const end = { securityDefinitions: { BearerToken: BEARER_TOKEN }, security: [{ BearerToken: [] }] };
  return {
    start: `{"swagger":"2.0","info":${JSON.stringify(info)},"paths":{`,
    middle: '},"definitions":{',
    end: `},${JSON.stringify(end).slice(1)}`,
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
  const ownParameters = [...(bodyParameter ? [bodyParameter] : []), ...parameters.map(describeParameter)];
  const taken = consumes ?? (produces === 'json' ? ['application/json'] : ['*/*']);
  return {
    ...(taken.length > 0 ? { consumes: taken } : {}),
    ...(deprecated ? { deprecated } : {}),
    description: operation.description,
    operationId: operation.operationId,
    ...(ownParameters.length > 0 ? { parameters: ownParameters } : {}),
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
