import { ArrayList, EntryMap, OptionalValue, plainKey, StructValue, type Value } from '../values/index.js';
import { Failure, type Result, type Step } from './frame.js';

const LIST_COST = 10;
const MAP_COST = 30;
const STRUCT_COST = 40;

/** Creates the step of a list that is written down; `optional` has the places of elements that may be absent. */
export function aggregateListStep(elements: readonly Step[], optional: ReadonlySet<number>): Step {
  return (frame) => {
    const values: Value[] = [];
    for (const [i, element] of elements.entries()) {
      const value = presentValue(element(frame), optional.has(i));
      if (value instanceof Failure) {
        frame.charge(LIST_COST);
        return value;
      }
      if (value !== undefined) values.push(value);
    }
    frame.charge(LIST_COST);
    return new ArrayList(values);
  };
}

/** An entry of a map that is written down. */
interface EntrySteps {
  readonly key: Step;
  readonly value: Step;
  readonly optional: boolean;
}

/** Creates the step of a map that is written down. */
export function aggregateMapStep(entries: readonly EntrySteps[]): Step {
  return (frame) => {
    const map = new EntryMap();
    for (const entry of entries) {
      const key = entry.key(frame);
      const value = key instanceof Failure ? key : presentValue(entry.value(frame), entry.optional);
      const failure = key instanceof Failure || value instanceof Failure ? value : addEntry(map, key, value);
      if (failure instanceof Failure) {
        frame.charge(MAP_COST);
        return failure;
      }
    }
    frame.charge(MAP_COST);
    return map;
  };
}

/** A field of an object that is written down. */
interface FieldStep {
  readonly name: string;
  readonly value: Step;
  readonly optional: boolean;
}

/** Creates the step of an object that is written down. */
export function aggregateStructStep(typeName: string, fields: readonly FieldStep[]): Step {
  return (frame) => {
    const object = new StructValue(typeName);
    for (const { name, value: step, optional } of fields) {
      const value = presentValue(step(frame), optional);
      if (value instanceof Failure) {
        frame.charge(STRUCT_COST);
        return value;
      }
      if (value !== undefined) object.add(name, value);
    }
    frame.charge(STRUCT_COST);
    return object;
  };
}

/** The value of an element or an entry; undefined when it is left out. */
function presentValue(value: Result, isOptional: boolean): Result | undefined {
  if (!isOptional || value instanceof Failure) return value;
  if (value instanceof OptionalValue) return value.value;
  return Failure.of('cannot initialize optional element from a value that is not optional');
}

function addEntry(map: EntryMap, key: Value, value: Value | undefined): Failure | undefined {
  if (value === undefined || map.add(key, value)) return undefined;
  return Failure.of(`Failed with repeated key: ${String(plainKey(key))}`);
}
