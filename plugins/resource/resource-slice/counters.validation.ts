import { type FieldError, type FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import { hasRule, tooMany } from '../../../src/plugin-api/built-in.js';
import { validateLabel, validateList } from '../names.validation.js';
import type { Counter, CounterSet, DeviceCounterConsumption, ResourceSliceSpec } from './resource-slice.v1.js';

const MAX_SETS = 8;
const MAX_CONSUMED_SETS = 2;
const MAX_COUNTERS = 32;
const MAX_CONSUMED_COUNTERS = 1024;

/** True where a slice has the sets of its devices, and their counters are limited together. */
function isOfOneSlice(): boolean {
  return !hasRule({ since: '1.35' });
}

/** Checks amounts that devices of a pool share. */
export function validateCounterSets(sets: readonly CounterSet[] | undefined, path: FieldPath): FieldError[] {
  const count = (sets ?? []).reduce((sum, { counters }) => sum + sizeOf(counters), 0);
  const text = `the total number of shared counters must not exceed ${MAX_COUNTERS}`;
  const isOver = isOfOneSlice() && count > MAX_COUNTERS;
  return [
    ...(isOver ? [invalid(path, count, text)] : []),
    ...validateList(sets, path, {
      max: isOfOneSlice() ? undefined : MAX_SETS,
      check: ({ name, counters }, place) => [
        ...nameErrors(name, place.child('name')),
        ...counterErrors(counters, place.child('counters')),
      ],
      key: ({ name }) => name,
      member: 'name',
    }),
  ];
}

/** Checks the parts of shared amounts that a device takes. */
export function validateDeviceCounters(
  consumed: readonly DeviceCounterConsumption[] | undefined,
  path: FieldPath,
): FieldError[] {
  return validateList(consumed, path, {
    max: isOfOneSlice() ? undefined : MAX_CONSUMED_SETS,
    check: ({ counterSet, counters }, place) => [
      ...nameErrors(counterSet, place.child('counterSet')),
      ...counterErrors(counters, place.child('counters')),
    ],
    key: ({ counterSet }) => counterSet,
    member: 'counterSet',
  });
}

/** Checks the parts of shared amounts of all devices together: since release 1.35 another slice has the sets. */
export function validateConsumption({ devices, sharedCounters }: ResourceSliceSpec, path: FieldPath): FieldError[] {
  if (!isOfOneSlice()) return [];
  const sets = new Map(
    (sharedCounters ?? []).map(({ name, counters }) => [name, new Set(Object.keys(counters ?? {}))]),
  );
  const all = (devices ?? []).flatMap(({ consumesCounters = [] }, i) =>
    consumesCounters.map((consumed, j) => ({ consumed, place: path.index(i).child('consumesCounters').index(j) })),
  );
  const count = all.reduce((sum, { consumed }) => sum + sizeOf(consumed.counters), 0);
  const text = `the total number of counters in devices must not exceed ${MAX_CONSUMED_COUNTERS}`;
  return [
    ...(count > MAX_CONSUMED_COUNTERS ? [invalid(path, count, text)] : []),
    ...all.flatMap(({ consumed, place }) => referenceErrors(consumed, place, sets)),
  ];
}

function referenceErrors(
  { counterSet, counters = {} }: DeviceCounterConsumption,
  path: FieldPath,
  sets: ReadonlyMap<string, ReadonlySet<string>>,
): FieldError[] {
  const known = sets.get(counterSet);
  if (!known) {
    const text = 'must reference a counterSet defined in the ResourceSlice sharedCounters';
    return [invalid(path.child('counterSet'), counterSet, text)];
  }
  const unknown = Object.keys(counters).filter((name) => !known.has(name));
  const text = 'must reference a counter defined in the ResourceSlice sharedCounters';
  return unknown.map((name) => invalid(path.child('counters'), name, text));
}

function counterErrors(counters: Readonly<Record<string, Counter>> = {}, path: FieldPath): FieldError[] {
  const names = Object.keys(counters);
  if (names.length === 0) return [required(path)];
  if (names.length > MAX_COUNTERS && !isOfOneSlice()) return [tooMany(path, names.length, MAX_COUNTERS)];
  return names.flatMap((name) => validateLabel(name, path));
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : validateLabel(name, path);
}

function sizeOf(counters: object | undefined): number {
  return counters ? Object.keys(counters).length : 0;
}
