import { type FunctionDeclaration, STRING } from '../check/index.js';
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
