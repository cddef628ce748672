import type { GroupVersionKind } from '../apimachinery/index.js';
import { type Operation, PATCH_TYPES } from './operation.js';
import { LIST_QUERY, type Parameter, queryIn } from './query-parameters.js';

const TYPES: readonly string[] = ['application/json', 'application/yaml'];
/** Formats that need the class of a type. Clients choose the format of their patches by these lists. */
const NATIVE_PATCHES: ReadonlySet<string> = new Set([
  'application/strategic-merge-patch+json',
  'application/apply-patch+cbor',
]);
const PLAIN_PATCHES = PATCH_TYPES.filter((type) => !NATIVE_PATCHES.has(type));

/** The changes to operations by action, where the reference describes custom resources otherwise than its own types. */
const DIFFERENCES: Readonly<Record<string, (operation: Operation, release: string) => Operation>> = {
  get: (operation, release) => withQuery(operation, queryIn(release, ['resourceVersion'])),
  deletecollection: ({ body: _body, ...operation }, release) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    return withQuery({ ...operation, parameters: inPath }, queryIn(release, LIST_QUERY));
  },
  patch: (operation) => ({ ...operation, consumes: PLAIN_PATCHES, answers: { 200: operation.answers[200] } }),
};

/**
 * Returns the operations of a kind whose shape came at run time: without protobuf, strategic merge patches, and watches
 * with their own paths; those of subresources name the kind itself (upstream: apiextensions-apiserver,
 * pkg/controller/openapi/builder, buildRoute).
 */
export function atRunTime(operations: readonly Operation[], kind: GroupVersionKind, release: string): Operation[] {
  return operations.map((operation) => {
    const plain: Operation = { ...operation, kind, produces: 'plain', consumes: TYPES };
    return DIFFERENCES[operation.action ?? '']?.(plain, release) ?? plain;
  });
}

function withQuery(operation: Operation, parameters: readonly Parameter[]): Operation {
  return { ...operation, parameters: [...operation.parameters, ...parameters] };
}
