import { type FunctionDeclaration, mapOf, paramOf } from '../check/index.js';
import { MAP_INSERT } from '../parse/index.js';
import { type EntryMap, EvaluationError, GrowingMap, type MapValue, plainKey, type Value } from '../values/index.js';
import { declare, overload } from './declare.js';

const [K, V] = [paramOf('K'), paramOf('V')];
const MAP = mapOf(K, V);

/** The map that a macro gathers in, which nothing else refers to while it grows. */
function growing(map: MapValue): GrowingMap {
  if (map instanceof GrowingMap) return map;
  const grown = new GrowingMap();
  for (const key of map.keys()) grown.add(key, map.find(key) ?? null);
  return grown;
}

function insert(map: EntryMap, key: Value, value: Value): void {
  if (!map.add(key, value))
    throw new EvaluationError(`insert failed: key ${String(plainKey(key) ?? key)} already exists`);
}

function insertEntry(map: MapValue, key: Value, value: Value): MapValue {
  const grown = growing(map);
  insert(grown, key, value);
  return grown;
}

function insertAll(map: MapValue, more: MapValue): MapValue {
  const grown = growing(map);
  for (const key of more.keys()) insert(grown, key, more.find(key) ?? null);
  return grown;
}

/** Gathering maps, for the macros with two variables. */
export const MAP_INSERTS: readonly FunctionDeclaration[] = [
  declare(
    MAP_INSERT,
    overload('@mapInsert_map_key_value', { args: [MAP, K, V], result: MAP, call: insertEntry }),
    overload('@mapInsert_map_map', { args: [MAP, MAP], result: MAP, call: insertAll }),
  ),
];
