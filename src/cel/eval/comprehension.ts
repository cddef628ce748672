import { GrowingList, ListValue, MapValue, type Value, typeNameOf } from '../values/index.js';
import { attempt, Failure, type Frame, type Result, type Step } from './frame.js';

/** The steps of a walk over a list or the keys of a map. */
export interface ComprehensionSteps {
  readonly range: Step;
  /** Evaluated where the accumulator is first read. */
  readonly init: Step;
  /** True if the accumulator is a list that every iteration appends to. */
  readonly gathers: boolean;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

/** The places of the variables of a walk. */
export interface ComprehensionSlots {
  readonly accumulator: number;
  /** The element of a list, or the key of a map; the index of a list where there is a second one. */
  readonly variable: number;
  /** The value of an entry, or the element of a list. */
  readonly second: number | undefined;
}

/** Creates the step of a walk. A round that fails is kept as such: a later one may do without it. */
export function comprehensionStep(
  steps: ComprehensionSteps,
  { accumulator, variable, second }: ComprehensionSlots,
): Step {
  const { range, init, gathers, condition, step, result } = steps;
  return (frame) => {
    const items = range(frame);
    if (items instanceof Failure) return items;
    if (!(items instanceof ListValue || items instanceof MapValue)) return Failure.of(notIterable(items));
    frame.locals[accumulator] = gathers ? new GrowingList() : init;
    const round = (): boolean => {
      const isOver = condition(frame);
      if (isOver !== true && typeof isOver === 'boolean') return false;
      frame.locals[accumulator] = step(frame);
      return true;
    };
    if (second === undefined) walk(items, round, { frame, variable });
    else walkPairs(items, round, { frame, variable, second });
    const gathered = frame.locals[accumulator];
    if (gathered instanceof GrowingList) frame.locals[accumulator] = gathered.finish();
    return result(frame);
  };
}

interface Walk {
  readonly frame: Frame;
  readonly variable: number;
}

function walk(items: ListValue | MapValue, round: () => boolean, { frame, variable }: Walk): void {
  if (items instanceof MapValue) {
    for (const key of items.keys()) {
      frame.locals[variable] = key;
      if (!round()) return;
    }
    return;
  }
  for (let i = 0; i < items.size; i++) {
    frame.locals[variable] = elementOf(items, i);
    if (!round()) return;
  }
}

function walkPairs(
  items: ListValue | MapValue,
  round: () => boolean,
  { frame, variable, second }: Walk & { readonly second: number },
): void {
  if (items instanceof MapValue) {
    for (const key of items.keys()) {
      frame.locals[variable] = key;
      frame.locals[second] = attempt(() => items.find(key) ?? null);
      if (!round()) return;
    }
    return;
  }
  for (let i = 0; i < items.size; i++) {
    frame.locals[variable] = BigInt(i);
    frame.locals[second] = elementOf(items, i);
    if (!round()) return;
  }
}

function elementOf(list: ListValue, index: number): Result {
  return attempt(() => list.at(index));
}

/** The names that the reference's implementation has for types that nothing can go over. */
const IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  bool: 'Bool',
  bytes: 'Bytes',
  double: 'Double',
  int: 'Int',
  null_type: 'Null',
  string: 'String',
  uint: 'Uint',
  'google.protobuf.Duration': 'Duration',
  'google.protobuf.Timestamp': 'Timestamp',
};

function notIterable(value: Value): string {
  const name = typeNameOf(value);
  return `got 'types.${IMPLEMENTATIONS[name] ?? name}', expected iterable type`;
}
