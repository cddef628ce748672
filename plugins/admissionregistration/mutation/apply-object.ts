import { type ApiObject } from '../../../src/plugin-api/index.js';
import { expressionLanguage, mergeConfiguration } from '../../../src/plugin-api/built-in.js';
import type { Value } from './foreign-value.js';
import { type MutatedObject, MutationError } from './mutated-object.js';
import { nativeObject } from './native-value.js';
import { typeNameFault } from './type-names.js';
import { checkValueSize } from './value-size.js';

/**
 * Applies the object that an expression makes (upstream: applyConfigPatcher.Patch). The result is decoded, without new
 * defaults. Throws MutationError.
 */
export function applyObject(value: Value, { object, shape }: MutatedObject): ApiObject {
  const { StructValue, typeNameOf } = expressionLanguage();
  if (!(value instanceof StructValue)) {
    throw new MutationError(`unsupported return type from ApplyConfiguration expression: ${typeNameOf(value)}`);
  }
  checkValueSize(value);
  const fault = typeNameFault(value);
  if (fault !== undefined) throw new MutationError(fault);
  try {
    return mergeConfiguration({ shape, object, configuration: nativeObject(value) });
  } catch (error) {
    throw new MutationError((error as Error).message, { cause: error });
  }
}
