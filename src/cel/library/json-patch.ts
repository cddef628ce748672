import { DYN, type FunctionDeclaration, objectOf, STRING, type Type, typeOf, UNSET } from '../check/index.js';
import type { EnvironmentVariables } from '../environment.js';
import { declare, overload } from './declare.js';

/** Writing paths of JSON patches, for expressions that make patches. */
export const JSON_PATCH: readonly FunctionDeclaration[] = [
  declare(
    'jsonpatch.escapeKey',
    overload('string_jsonpatch_escapeKey_string', {
      args: [STRING],
      result: STRING,
      call: (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1'),
    }),
  ),
];

const OBJECT = 'Object';
const PATCH = 'JSONPatch';
const PATCH_FIELDS: ReadonlyMap<string, Type> = new Map([
  ['op', STRING],
  ['path', STRING],
  ['from', STRING],
  ['value', DYN],
]);

function isMadeObject(name: string): boolean {
  return name === OBJECT || name.startsWith(`${OBJECT}.`);
}

/**
 * The types that expressions of mutating policies make, with the functions for them: `Object{...}` and the types of its
 * fields, which take any field, and `JSONPatch{...}`.
 */
export const PATCH_TYPES: EnvironmentVariables = {
  functions: JSON_PATCH,
  types: (name) => (name === PATCH || isMadeObject(name) ? typeOf(objectOf(name)) : undefined),
  objects: (type, field) =>
    type === PATCH ? (PATCH_FIELDS.get(field) ?? UNSET) : isMadeObject(type) ? DYN : undefined,
};
