import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Where a path leads: the schema there and the members on the way. */
export interface FoundField {
  readonly members: readonly string[];
  readonly schema: JSONSchemaProps | undefined;
}

/** The faults of a path, in the words of the reference. */
export class FieldPathError extends Error {}

/**
 * Follows a JSON path of members (`.spec.size`, `['a']` where brackets are allowed) through a schema. Throws
 * FieldPathError. Its cost is linear in the length of the path.
 */
export function followFieldPath(
  path: string,
  root: JSONSchemaProps,
  { allowsBrackets = false }: { allowsBrackets?: boolean } = {},
): FoundField {
  const tokens = tokensOf(path);
  const members: string[] = [];
  let schema: JSONSchemaProps | undefined = root;
  for (let i = 0; i < tokens.length;) {
    const { name, length } = stepAt(tokens, i, allowsBrackets);
    schema = memberSchema(schema, name);
    members.push(name);
    i += length;
  }
  return { members, schema };
}

/** Delimiters, and what stands between them; a text in single quotes is one token. */
function tokensOf(path: string): string[] {
  return path.match(/[.[\]]|'(?:[^'\\]|\\.)*'|[^.[\]]+/gs) ?? [];
}

function stepAt(tokens: readonly string[], i: number, allowsBrackets: boolean): { name: string; length: number } {
  const token = tokens[i];
  if (token !== '.' && token !== '[') throw new FieldPathError(`expected [ or . but got: ${token}`);
  if (token === '[' && !allowsBrackets) throw new FieldPathError('array notation is not allowed');
  const name = tokens[i + 1];
  if (name === undefined) throw new FieldPathError('unexpected end of JSON path');
  if (token === '.') return { name, length: 2 };
  if (!/^'.*'$/s.test(name) || name.length < 2) {
    throw new FieldPathError(`expected single quoted string but got ${name}`);
  }
  const end = tokens[i + 2];
  if (end === undefined) throw new FieldPathError('unexpected end of JSON path');
  if (end !== ']') throw new FieldPathError(`expected ] but got ${end}`);
  return { name: name.slice(1, -1).replace(/\\(.)/g, '$1'), length: 3 };
}

function memberSchema(schema: JSONSchemaProps | undefined, name: string): JSONSchemaProps | undefined {
  const { properties, additionalProperties } = schema ?? {};
  if (properties && Object.keys(properties).length > 0) {
    if (Object.hasOwn(properties, name)) return properties[name];
  } else if (additionalProperties !== undefined) {
    return typeof additionalProperties === 'object' ? additionalProperties : undefined;
  }
  throw new FieldPathError('does not refer to a valid field');
}
