import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../src/plugin-api/index.js';
import { goSlice, type GoValue, repeatFinder } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { itemsOf } from './sub-schemas.js';

const LIST_TYPE = 'x-kubernetes-list-type';
const MAP_TYPE = 'x-kubernetes-map-type';
const MAP_KEYS = 'x-kubernetes-list-map-keys';
const LIST_TYPES = ['atomic', 'set', 'map'];
const MAP_TYPES = ['atomic', 'granular'];

/** Checks how lists and objects are merged. */
export function listAndMapErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const [listType, mapType] = [schema[LIST_TYPE], schema[MAP_TYPE]];
  return [
    ...(mapType === undefined ? [] : typeErrors(schema, { name: MAP_TYPE, wanted: 'object' }, path)),
    ...choiceErrors(mapType, MAP_TYPES, path.child(MAP_TYPE)),
    ...(listType === undefined ? [] : typeErrors(schema, { name: LIST_TYPE, wanted: 'array' }, path)),
    ...(listType === 'set' && schema.type === 'array' ? setErrors(schema, path) : []),
    ...choiceErrors(listType, LIST_TYPES, path.child(LIST_TYPE)),
    ...keyErrors(schema, path),
    ...(listType === 'map' ? mapErrors(schema, path) : []),
    ...elementErrors(schema, path),
  ];
}

interface WantedType {
  readonly name: string;
  readonly wanted: string;
}

function typeErrors({ type = '' }: JSONSchemaProps, { name, wanted }: WantedType, path: FieldPath): FieldError[] {
  if (type === wanted) return [];
  const text = `must be ${wanted} if ${name} is specified`;
  return [type === '' ? required(path.child('type'), text) : invalid(path.child('type'), type, text)];
}

function choiceErrors(value: string | undefined, choices: readonly string[], path: FieldPath): FieldError[] {
  return value === undefined || choices.includes(value) ? [] : [notSupported(path, value, choices)];
}

/** Elements of a set are identified by their whole value. */
function setErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const place = path.child('items');
  if (items?.type === 'array' && (items[LIST_TYPE] ?? 'atomic') !== 'atomic') {
    return [invalid(place.child(LIST_TYPE), items[LIST_TYPE], text)];
  }
  if (items?.type !== 'object' || items[MAP_TYPE] === 'atomic') return [];
  return [invalid(place.child(MAP_TYPE), items[LIST_TYPE] ?? null, text)];
}

function keyErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const listType = schema[LIST_TYPE];
  if (!schema[MAP_KEYS]?.length || listType === 'map') return [];
  const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
  const place = path.child(LIST_TYPE);
  return [listType === undefined ? required(place, text) : invalid(place, listType, text)];
}

function mapErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { items } = schema;
  const keys = schema[MAP_KEYS] ?? [];
  const errors: FieldError[] = [];
  if (keys.length === 0)
    errors.push(required(path.child(MAP_KEYS), 'must not be empty if x-kubernetes-list-type is map'));
  const place = path.child('items');
  if (!items) return [...errors, required(place, 'must have a schema if x-kubernetes-list-type is map')];
  if (Array.isArray(items)) {
    return [...errors, invalid(place, items, 'must only have a single schema if x-kubernetes-list-type is map')];
  }
  if (items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalid(place.child('type'), items.type ?? '', text)];
  }
  const isRepeated = repeatFinder<string>();
  // One dump for all errors: each shows all keys.
  const shown = goSlice('string', keys);
  return [...errors, ...keys.flatMap((key) => mapKeyErrors(key, { items, shown, isRepeated: isRepeated(key) }, path))];
}

interface MapList {
  readonly items: JSONSchemaProps;
  /** The keys as errors show them. */
  readonly shown: GoValue;
  readonly isRepeated: boolean;
}

function mapKeyErrors(key: string, { items, shown, isRepeated }: MapList, path: FieldPath): FieldError[] {
  const place = path.child(MAP_KEYS);
  const property = propertyOf(items, key);
  const errors: FieldError[] = [];
  if (!property) errors.push(invalid(place, shown, 'entries must all be names of item properties'));
  else if (property.type === 'array' || property.type === 'object') {
    const text = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    errors.push(invalid(path.child('items', 'properties').key(key).child('type'), items.type, text));
  }
  if (isRepeated) errors.push(invalid(place, shown, 'must not contain duplicate entries'));
  return errors;
}

function propertyOf({ properties = {} }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The members that identify elements are required. */
function elementErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const [items, listType] = [itemsOf(schema), schema[LIST_TYPE]];
  if (!items || (listType !== 'set' && listType !== 'map')) return [];
  const place = path.child('items');
  const errors: FieldError[] = [];
  if (items.nullable) {
    errors.push(forbidden(place.child('nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`));
  }
  if (listType === 'set') return errors;
  const needed = new Set(items.required);
  for (const key of schema[MAP_KEYS] ?? []) {
    const property = propertyOf(items, key);
    const at = place.child('properties').key(key);
    if (property && !needed.has(key) && property.default === undefined) {
      const text = 'so it must have a default or be a required property';
      errors.push(required(at.child('default'), `this property is in x-kubernetes-list-map-keys, ${text}`));
    }
    if (property?.nullable) {
      const text = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
      errors.push(forbidden(at.child('nullable'), text));
    }
  }
  return errors;
}
