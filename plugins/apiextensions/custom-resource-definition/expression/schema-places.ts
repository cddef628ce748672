import type { FieldPath } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/sub-schemas.js';

/** A schema with rules, and what its place in the whole means for them. */
export interface RulePlace {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
  /** True if its values are objects with kind and metadata. */
  readonly isRoot: boolean;
  /** How many values of it there can be in one object; undefined where nothing limits that. */
  readonly count: number | undefined;
  /** The enclosing schema whose parts cannot be correlated between versions of an object. */
  readonly mixedWithin: FieldPath | undefined;
}

/** Returns all schemas with rules, the inner ones first. */
export function rulePlaces(schema: JSONSchemaProps, path: FieldPath): RulePlace[] {
  return placesOf({ schema, path, isRoot: true, count: 1, mixedWithin: undefined });
}

function placesOf(place: RulePlace): RulePlace[] {
  const { schema, path } = place;
  const [additional, items] = [additionalOf(schema), itemsOf(schema)];
  const isKeyed = schema['x-kubernetes-list-type'] === 'map';
  // Members of atomic maps have the same keys before and after, as in the reference.
  const inner = (part: JSONSchemaProps, at: FieldPath, isMixed = false): RulePlace[] => {
    return placesOf({
      schema: part,
      path: at,
      isRoot: Boolean(part['x-kubernetes-embedded-resource']),
      count: multiplied(place.count, partsOf(schema)),
      mixedWithin: place.mixedWithin ?? (isMixed ? path : undefined),
    });
  };
  return [
    ...(additional ? inner(additional, path.child('additionalProperties')) : []),
    ...propertiesOf(schema).flatMap(([name, part]) => inner(part, path.child('properties').key(name))),
    ...(items ? inner(items, path.child('items'), !isKeyed) : []),
    ...(schema['x-kubernetes-validations']?.length ? [place] : []),
  ];
}

function multiplied(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b;
}

/** How many values a value of a schema has inside; undefined where nothing limits that. */
function partsOf({ type, maxItems, maxProperties, additionalProperties }: JSONSchemaProps): number | undefined {
  const limit = type === 'array' ? maxItems : type === 'object' && additionalProperties ? maxProperties : 1;
  // Large limits come as bigint.
  return limit === undefined ? undefined : Math.max(0, Number(limit));
}
