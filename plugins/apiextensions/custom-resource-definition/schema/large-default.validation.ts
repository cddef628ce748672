import { type FieldError, type FieldPath, type JsonSchema } from '../../../../src/plugin-api/index.js';
import { findLargeDefaults, invalidUnshown, type SchemaStep } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Refuses defaults that add more to an object than can be stored, because those inside of them multiply. */
export function largeDefaultErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const detail = 'adds more to an object than defaults may, with the defaults inside of it';
  return findLargeDefaults(schema as JsonSchema).map((steps) =>
    invalidUnshown(steps.reduce(stepInto, path).child('default'), detail),
  );
}

function stepInto(path: FieldPath, step: SchemaStep): FieldPath {
  return typeof step === 'string' ? path.child(step) : path.child('properties').key(step.property);
}
