import { shapeOf } from '../class-shape.js';
import { hasRule } from '../../apimachinery/index.js';
import {
  DEDUCED_MERGE,
  LEAF_MERGE,
  PARTIAL_KEYS,
  type LeafContent,
  type MapMerge,
  type MergeType,
} from '../merge-type.js';
import { ObjectMeta } from '../meta.v1.js';
import type { JsonSchema } from './json-schema.js';

/** Returns how values of a schema are owned and merged. */
export function mergeOf(schema: JsonSchema): MergeType {
  if (schema.type === 'array') return listMerge(schema);
  const isDeclared = schema.properties !== undefined || schema['x-kubernetes-embedded-resource'] === true;
  if (schema['x-kubernetes-preserve-unknown-fields'] && !isDeclared) return DEDUCED_MERGE;
  // Any value can be merged; validation refuses what is neither.
  if (schema['x-kubernetes-int-or-string']) return DEDUCED_MERGE;
  if (schema.type !== 'object') return { kind: 'leaf', content: SCALARS[schema.type ?? ''] ?? 'scalar' };
  const members = new Map(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, mergeOf(of)] as const));
  if (schema['x-kubernetes-embedded-resource']) setTypeMeta(members);
  const values = schema['x-kubernetes-preserve-unknown-fields'] ? DEDUCED_MERGE : undefined;
  const merge = structOf(members, additionalMerge(schema) ?? values);
  return schema['x-kubernetes-map-type'] === 'atomic' ? { kind: 'leaf', content: merge } : merge;
}

const SCALARS: Readonly<Record<string, LeafContent>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** Returns how whole objects are: with kind, version and metadata. */
export function mergeOfResource(schema: JsonSchema): MergeType {
  const merge = mergeOf({ ...schema, type: 'object' });
  if (merge.kind !== 'map') return merge;
  const typeMeta = structOf(setTypeMeta(new Map()), undefined);
  return { ...merge, member: (name) => typeMeta.member(name) ?? merge.member(name) };
}

/** Objects have a kind, a version and metadata, whatever is declared of them. */
function setTypeMeta(members: Map<string, MergeType>): Map<string, MergeType> {
  return members.set('kind', LEAF_MERGE).set('apiVersion', LEAF_MERGE).set('metadata', shapeOf(ObjectMeta).merge);
}

function structOf(members: ReadonlyMap<string, MergeType>, values: MergeType | undefined): MapMerge {
  const known = new Map([...members].map(([name, type]) => [name, { element: `f:${name}`, type }]));
  return { kind: 'map', member: (name) => known.get(name), values };
}

function additionalMerge({ additionalProperties }: JsonSchema): MergeType | undefined {
  if (additionalProperties === undefined || additionalProperties === false) return undefined;
  return additionalProperties === true ? DEDUCED_MERGE : mergeOf(additionalProperties);
}

function listMerge(schema: JsonSchema): MergeType {
  const items = (Array.isArray(schema.items) ? undefined : (schema.items as JsonSchema | undefined)) ?? {};
  const element = mergeOf(items);
  if (schema['x-kubernetes-list-type'] === 'set') return { kind: 'list', keys: [], keyDefaults: {}, element };
  const keys = [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort();
  if (schema['x-kubernetes-list-type'] !== 'map' || keys.length === 0) {
    return { kind: 'leaf', content: { kind: 'atomic-list', element } };
  }
  const defaults = keys.flatMap((key) => {
    const value = items.properties?.[key]?.default;
    return value === undefined ? [] : [[key, value]];
  });
  return {
    kind: 'list',
    keys,
    keyDefaults: Object.fromEntries(defaults) as Record<string, unknown>,
    ...(hasRule(PARTIAL_KEYS) && { allowsPartialKeys: true }),
    element,
  };
}
