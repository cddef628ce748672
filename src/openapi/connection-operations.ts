import { queryNames } from '../registry/index.js';
import type { StructField } from '../schema/index.js';
import type { DocumentedConnection } from './open-api-source.js';
import type { OperationBuilder } from './operation-builder.js';
import { type Method, type Operation, capitalize } from './operation.js';
import { type Parameter, QUERY_PARAMETERS } from './query-parameters.js';

/** Where a connecting subresource is found. */
export interface ConnectionTarget {
  readonly connection: DocumentedConnection;
  /** Path of the object below the group version. */
  readonly item: string;
  /** First part of operation ids: `Namespaced`, or nothing. */
  readonly scope: string;
  readonly kind: string;
}

const METHODS: Readonly<Record<string, Method>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
};

/** Methods of requests that go through besides those that verbs stand for. */
const PASSING: readonly Method[] = ['head', 'options'];

const TEXT = { 200: { type: 'string' } } as const;

/** Describes the operations of a proxied subresource. */
export function connectionOperations(target: ConnectionTarget, build: OperationBuilder): Operation[] {
  const { connection, item, scope, kind } = target;
  const id = scope + kind + capitalize(connection.name);
  const path = `${item}/${connection.name}`;
  if (connection.passage === 'text') return [textOperation({ id, path }, target, build)];
  const methods = [...connection.verbs].map((verb) => METHODS[verb]);
  if (connection.passage === 'connection') return methods.map((method) => connect({ id, path, method }, target, build));
  const through = { id: `${id}WithPath`, path: `${path}/{path}` };
  return [...methods, ...PASSING].flatMap((method) => [
    connect({ id, path, method }, target, build),
    connect({ ...through, method }, target, build),
  ]);
}

interface Place {
  readonly id: string;
  readonly path: string;
}

function textOperation(
  { id, path }: Place,
  { connection, kind }: ConnectionTarget,
  build: OperationBuilder,
): Operation {
  return build.operation({
    path,
    method: 'get',
    action: 'get',
    id: ['read', id],
    description: `Reads the ${connection.name} of one ${kind}.`,
    query: [],
    answers: TEXT,
    more: {
      kind: connection.gvk,
      produces: 'text',
      parameters: [...build.pathParameters(path), ...queryOf(connection), QUERY_PARAMETERS.pretty],
    },
  });
}

function connect(
  { id, path, method }: Place & { readonly method: Method },
  { connection, kind }: ConnectionTarget,
  build: OperationBuilder,
): Operation {
  const below: Parameter[] = path.endsWith('{path}') ? [PATH] : [];
  return build.operation({
    path,
    method,
    action: 'connect',
    id: ['connect', capitalize(method) + id],
    description: `Leads ${method.toUpperCase()} requests on to ${connection.name} of ${kind}.`,
    query: [],
    answers: TEXT,
    more: {
      kind: connection.gvk,
      produces: 'anything',
      parameters: [...build.pathParameters(path), ...below, ...queryOf(connection)],
    },
  });
}

const PATH: Parameter = { name: 'path', in: 'path', type: 'string', description: 'The path that is forwarded.' };

function queryOf({ type }: DocumentedConnection): Parameter[] {
  return queryNames(type).map((field) => ({
    name: field.name,
    in: 'query',
    type: typeOf(field),
    description: field.doc ?? '',
  }));
}

/** Elements of lists are repeated parameters, as texts. */
function typeOf({ scalar, list }: StructField): Parameter['type'] {
  if (list) return 'string';
  return scalar === 'bool' ? 'boolean' : scalar === 'int64' ? 'integer' : 'string';
}
