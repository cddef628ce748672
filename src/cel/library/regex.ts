import { type FunctionDeclaration, INT, listOf, STRING } from '../check/index.js';
import { ArrayList, type ListValue, patternOf } from '../values/index.js';
import { declare, member } from './declare.js';

function find(text: string, pattern: string): string {
  const matcher = patternOf(pattern).matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

function findAll(text: string, pattern: string, limit = -1n): ListValue {
  const matcher = patternOf(pattern).matcher(text);
  const found: string[] = [];
  while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) found.push(matcher.group() ?? '');
  return new ArrayList(found);
}

/** Finding what patterns match, which Kubernetes adds. */
export const REGEX: readonly FunctionDeclaration[] = [
  declare('find', member('string_find_string', { args: [STRING, STRING], result: STRING, call: find })),
  declare(
    'findAll',
    member('string_find_all_string', { args: [STRING, STRING], result: listOf(STRING), call: findAll }),
    member('string_find_all_string_int', { args: [STRING, STRING, INT], result: listOf(STRING), call: findAll }),
  ),
];
