import { type FieldError, type FieldPath, required } from '../../src/plugin-api/index.js';
import { isPathSegmentName, textSince } from '../../src/plugin-api/built-in.js';
import { check, checkSubdomain } from '../core/index.js';

/** A reference to an object by group, kind and name. */
interface TypedReference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

/** Checks a reference to an object of any kind. */
export function validateTypedReference({ apiGroup, kind, name }: TypedReference, path: FieldPath): FieldError[] {
  return [
    ...(apiGroup === undefined || apiGroup === null ? [] : checkSubdomain(apiGroup, path.child('apiGroup'))),
    ...checkSegment(kind, path.child('kind'), textSince('1.34', '', 'kind is required')),
    ...checkSegment(name, path.child('name'), textSince('1.34', '', 'name is required')),
  ];
}

/** Wants a text that can stand in a path. */
function checkSegment(value: string, path: FieldPath, detail = ''): FieldError[] {
  return value ? check(value, path, isPathSegmentName) : [required(path, detail)];
}
