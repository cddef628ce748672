import { type Operation, PATCH_TYPES } from './operation.js';

const TYPES: readonly string[] = ['application/json', 'application/yaml'];
/** Formats that need the class of a type. Clients choose the format of their patches by these lists. */
const NATIVE_PATCHES: ReadonlySet<string> = new Set([
  'application/strategic-merge-patch+json',
  'application/apply-patch+cbor',
]);
const PLAIN_PATCHES = PATCH_TYPES.filter((type) => !NATIVE_PATCHES.has(type));

/**
 * The operations of a kind whose shape came at run time: without protobuf, strategic merge patches, and watches with paths
 * of their own (upstream: apiextensions-apiserver, pkg/controller/openapi/builder).
 */
export function atRunTime(operations: readonly Operation[]): Operation[] {
  return operations.map(withPlainForms);
}

function withPlainForms(operation: Operation): Operation {
  const plain = { ...operation, produces: 'plain' as const };
  if (operation.method !== 'patch') return { ...plain, consumes: TYPES };
  const { 200: changed } = operation.answers;
  return { ...plain, consumes: PLAIN_PATCHES, answers: { 200: changed } };
}
