import type { ApiObject } from '../../apimachinery/index.js';
import { DecodeError, type MergeType, type ObjectShape } from '../../schema/index.js';
import { conversionFault } from '../conversion-fault.js';
import { ForeignValue } from '../go-value.js';
import { type Plain, isPlain } from '../plain.js';
import { findAtomicFields } from './atomic-fields.js';
import { slashed } from './check-configuration.js';
import { mergeValues } from './merge-values.js';
import { checkTypes } from './type-faults.js';
import { wrapIntegers } from './wrap-integers.js';

/** A configuration to merge into an object without regard to owners. */
export interface ConfigurationMerge {
  /** The shape of the object. */
  readonly shape: ObjectShape;
  /** With kind and version. Not changed. */
  readonly object: ApiObject;
  /** Its kind and version do not count: they are those of the object. Not changed. */
  readonly configuration: Plain;
}

/**
 * Merges a configuration into a copy of an object by the types of their fields, as a mutating policy does: what is owned
 * as a whole cannot be set (upstream: patch.ApplyStructuredMergeDiff). The result is decoded, without new defaults. Throws
 * an Error in the reference's words where the configuration does not fit.
 *
 * @internal
 * @example
 * const merge = (shape: ObjectShape, object: ApiObject) =>
 *   mergeConfiguration({ shape, object, configuration: { spec: { length: 12 } } });
 */
export function mergeConfiguration({ shape, object, configuration }: ConfigurationMerge): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, ...members } = configuration;
  const { fault, hasWideIntegers } = checkTypes(shape.merge, members);
  if (fault !== undefined) throw notApplied(`failed to convert patch object to typed object: ${fault}`);
  const atomic = findAtomicFields(shape.merge, members);
  if (atomic.length > 0) {
    throw notApplied(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`);
  }
  checkOriginal(shape.merge, object);
  const plain = settled(hasWideIntegers ? wrapIntegers(shape.merge, members) : members);
  return decoded(shape, object, mergeValues(shape.merge, object, plain) as object);
}

function notApplied(reason: string): Error {
  return new Error(`error applying patch: ${reason}`);
}

function checkOriginal(type: MergeType, object: ApiObject): void {
  const { fault } = checkTypes(type, object);
  if (fault !== undefined) throw notApplied(`failed to convert original object to typed object: ${fault}`);
}

/** Where any value will do, foreign values are those that stand for them. */
function settled(value: unknown): unknown {
  if (value instanceof ForeignValue) return value.plain;
  if (Array.isArray(value)) return value.map(settled);
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, settled(each)]))
    : value;
}

function decoded(shape: ObjectShape, { kind, apiVersion = '' }: ApiObject, merged: object): ApiObject {
  try {
    const object = shape.decode(merged, { keepsNulls: true }) as unknown as ApiObject;
    return Object.assign(object, { kind, apiVersion });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const fault = conversionFault(shape.strategic, merged) ?? error.message;
    throw new Error(`unable to convert unstructured object to ${slashed(apiVersion)}, Kind=${kind}: ${fault}`, {
      cause: error,
    });
  }
}
