import { MAX_DEFAULTED_CHARACTERS, MAX_DEFAULTED_VALUES } from '../../apimachinery/index.js';
import type { JsonSchema } from './json-schema.js';
import { compileSchema } from './compile-schema.js';
import type { SchemaNode } from './schema-node.js';

/**
 * A step from a schema to one inside of it: a property by its name, or the schema of elements or of further members.
 *
 * @internal
 * @example
 * const steps: SchemaStep[] = [{ property: 'berths' }, 'items'];
 */
export type SchemaStep = { readonly property: string } | 'items' | 'additionalProperties';

/**
 * Finds the defaults that add more to an object than defaults may, those inside of them included; objects without them
 * could not be stored. Of those inside of one another the outermost are found.
 *
 * @internal
 * @example
 * const [first] = findLargeDefaults({ type: 'object', properties: { berths: { type: 'array', default: [] } } });
 */
export function findLargeDefaults(schema: JsonSchema): SchemaStep[][] {
  return largeIn(compileSchema(schema), []);
}

function largeIn(node: SchemaNode, at: readonly SchemaStep[]): SchemaStep[][] {
  if (!node.hasDefaults) return [];
  if (isLarge(node)) return [[...at]];
  const parts: (readonly [SchemaStep, SchemaNode | true | undefined])[] = [
    ['items', node.items],
    ['additionalProperties', node.additional],
    ...[...node.properties].map(([property, of]) => [{ property }, of] as const),
  ];
  return parts.flatMap(([step, part]) => (typeof part === 'object' ? largeIn(part, [...at, step]) : []));
}

function isLarge({ defaultSize: size }: SchemaNode): boolean {
  return size !== undefined && (size.values > MAX_DEFAULTED_VALUES || size.characters > MAX_DEFAULTED_CHARACTERS);
}
