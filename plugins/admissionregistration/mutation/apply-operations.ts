import { type ApiObject } from '../../../src/plugin-api/index.js';
import {
  DecodeError,
  expressionLanguage,
  internalError,
  readJsonPatch,
  tryJsonPatch,
} from '../../../src/plugin-api/built-in.js';
import type { Value } from './foreign-value.js';
import { type MutatedObject, MutationError } from './mutated-object.js';
import { UnwritableValueError, patchValue } from './patch-value.js';
import { typeNameFault } from './type-names.js';
import { checkValueSize } from './value-size.js';

type Operation = Readonly<Record<string, unknown>>;

/**
 * Applies the JSON patch that an expression makes (upstream: jsonPatcher.Patch); the object itself where the patch tests for
 * something else. Throws MutationError, and StatusError 500 where the result is no object of its kind.
 */
export function applyOperations(value: Value, mutated: MutatedObject): ApiObject {
  const operations = readJsonPatch(operationsOf(value), { isStrict: false });
  const outcome = tryJsonPatch(mutated.object, operations);
  if (outcome.fault === undefined) return decoded(outcome.patched, mutated);
  if (outcome.isFailedTest) return mutated.object;
  throw new MutationError(`JSON Patch: ${outcome.fault}`);
}

function operationsOf(value: Value): Operation[] {
  const { ListValue } = expressionLanguage();
  checkValueSize(value);
  if (value instanceof ListValue) return [...value].map(operationOf);
  throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array');
}

function operationOf(value: Value): Operation {
  const { StructValue, typeNameOf } = expressionLanguage();
  if (!(value instanceof StructValue)) {
    const text = `JSONPatchType.expression should evaluate to array of JSONPatch, got element of ${typeNameOf(value)}`;
    throw new MutationError(`type mismatch: ${text}`);
  }
  const [op, path, from] = ['op', 'path', 'from'].map((name) => value.find(name) ?? '');
  const given = value.find('value');
  return { op, path, ...(from !== '' && { from }), ...(given !== undefined && { value: writtenValue(given) }) };
}

function writtenValue(value: Value): unknown {
  const { StructValue } = expressionLanguage();
  const fault = value instanceof StructValue ? typeNameFault(value) : undefined;
  if (fault !== undefined) throw new MutationError(fault);
  try {
    return patchValue(value);
  } catch (error) {
    throw error instanceof UnwritableValueError ? new MutationError(error.message) : error;
  }
}

/**
 * Kind and version are those of the object where the patch has removed them. Members that are not known are an error, but
 * for objects of a schema, which lose them.
 */
function decoded(patched: unknown, { object, shape }: MutatedObject): ApiObject {
  const unknown: string[] = [];
  try {
    const result = shape.decode(patched, { onUnknown: (path) => unknown.push(path) });
    const isStrict = !shape.isUnstructured && unknown.length > 0;
    if (isStrict) throw internalError(`strict decoding error: ${unknown.map(unknownField).join(', ')}`);
    const { kind, apiVersion } = { ...(patched as object) } as Partial<ApiObject>;
    if (!kind && shape.isUnstructured) throw internalError(`Object 'Kind' is missing`);
    return Object.assign(result as unknown as ApiObject, {
      kind: kind || object.kind,
      apiVersion: apiVersion || object.apiVersion,
    });
  } catch (error) {
    throw error instanceof DecodeError ? internalError(error.message, error) : error;
  }
}

function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}
