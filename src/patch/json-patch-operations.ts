import { MAX_JSON_PATCH_OPERATIONS, requestEntityTooLarge } from '../apimachinery/index.js';
import { jsonTypeOf } from '../schema/index.js';
import { hasMember, isPlain } from './plain.js';
import { patchMalformed } from './patch-failure.js';

/** One operation as it was sent; everything may be missing. */
export interface SentOperation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

const MEMBERS = ['op', 'path', 'from', 'value'];
const TEXT_MEMBERS = ['op', 'path', 'from'] as const;

/**
 * Checks that a body is a list of operations. Strict reading also checks the members' types, as only requests that
 * validate fields do. Throws StatusError 400, or 413 where there are too many.
 *
 * @internal
 * @example
 * const operations = readJsonPatch([{ op: 'remove', path: '/a' }], { isStrict: false });
 */
export function readOperations(
  body: unknown,
  { isStrict }: { readonly isStrict: boolean },
): readonly (SentOperation | null)[] {
  const operations = body === null ? [] : body;
  if (!Array.isArray(operations)) {
    throw wrongType(body, isStrict ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch', isStrict);
  }
  for (const operation of operations) checkOperation(operation, isStrict);
  if (operations.length > MAX_JSON_PATCH_OPERATIONS) {
    const limit = `is ${MAX_JSON_PATCH_OPERATIONS}, got ${operations.length}`;
    throw requestEntityTooLarge(`The allowed maximum operations in a JSON patch ${limit}`);
  }
  return operations as (SentOperation | null)[];
}

/**
 * Returns the faults that strict validation reports for well-formed operations: members that operations do not have.
 */
export function unknownMembers(operations: readonly (SentOperation | null)[]): string[] {
  return operations.flatMap((operation, index) =>
    Object.keys(operation ?? {})
      .filter((name) => !MEMBERS.includes(name))
      .map((name) => `unknown field "[${index}].${name}"`),
  );
}

function checkOperation(operation: unknown, isStrict: boolean): void {
  if (operation === null) return;
  if (!isPlain(operation)) {
    throw wrongType(operation, isStrict ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation', isStrict);
  }
  if (!isStrict) return;
  for (const name of TEXT_MEMBERS) {
    const value = hasMember(operation, name) ? operation[name] : null;
    if (value === null || typeof value === 'string') continue;
    const text = `cannot unmarshal ${jsonTypeOf(value)} into Go struct field jsonPatchOp.${name} of type string`;
    throw patchMalformed(`error decoding patch: json: ${text}`);
  }
}

function wrongType(value: unknown, wanted: string, isStrict: boolean): Error {
  const message = `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${wanted}`;
  return patchMalformed(isStrict ? `error decoding patch: ${message}` : message);
}
