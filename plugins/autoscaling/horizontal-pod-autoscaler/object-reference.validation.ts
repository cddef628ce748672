import { invalid, required, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { isPathSegmentName } from '../../../src/plugin-api/internal.js';
import type { CrossVersionObjectReference } from './metric-source.v2.js';

/** Checks the name of an object of any kind: both parts have to be there and fit into a path. */
export function validateObjectReference(
  reference: CrossVersionObjectReference | undefined,
  path: FieldPath,
): FieldError[] {
  const { kind = '', name = '' } = reference ?? {};
  return [...segmentErrors(kind, path.child('kind')), ...segmentErrors(name, path.child('name'))];
}

function segmentErrors(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [required(path)];
  return isPathSegmentName(value).map((message) => invalid(path, value, message));
}
