import type { ApiObject } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { type Comparison, compare } from './compare.js';
import type { FieldSet } from './field-set.js';
import type { OwnedVersions } from './owned-versions.js';
import { type Steps, settled } from '../../observability/index.js';

/** Two states of an object, and how the versions in which it is owned see them. */
export interface ComparedStates {
  readonly type: ObjectShape;
  /** The version the states are in. */
  readonly apiVersion: string;
  /** Undefined for a state in which there was nothing. */
  readonly before: ApiObject | undefined;
  readonly after: object;
  /** The second state as it is converted; asked for only where another version is. */
  readonly converted: () => ApiObject;
  readonly resetFields?: FieldSet;
  readonly versions?: OwnedVersions;
}

/** A change as each version sees it; computed when the first owner of the version is met. Throws FieldSetError. */
export class Comparisons {
  private inOwn: Comparison | undefined = undefined;
  private readonly byVersion = new Map<string, Comparison | undefined>();

  constructor(private readonly states: ComparedStates) {}

  /** The change in the version the states are in. */
  get own(): Comparison {
    if (!this.inOwn) {
      const { type, before, after, resetFields } = this.states;
      this.inOwn = ignoring(compare(type.merge, before ?? emptyObject(type), after), resetFields);
    }
    return this.inOwn;
  }

  /** Returns the change in a version; undefined where that is not known. */
  *of(apiVersion: string): Steps<Comparison | undefined> {
    if (apiVersion === this.states.apiVersion) return this.own;
    if (!this.byVersion.has(apiVersion)) this.byVersion.set(apiVersion, yield* this.compareIn(apiVersion));
    return this.byVersion.get(apiVersion);
  }

  private *compareIn(apiVersion: string): Steps<Comparison | undefined> {
    const { versions, before, converted, apiVersion: own } = this.states;
    if (!versions) return this.own;
    const version = versions.find(apiVersion);
    if (!version) return undefined;
    const states = before ? [converted(), before] : [converted()];
    const [next, old = emptyObject(version.type)] = yield* settled(versions.convert(states, own, apiVersion));
    return ignoring(compare(version.type.merge, old, next), version.resetFields);
  }
}

function ignoring(comparison: Comparison, ignored: FieldSet | undefined): Comparison {
  if (!ignored) return comparison;
  return {
    added: comparison.added.recursiveDifference(ignored),
    modified: comparison.modified.recursiveDifference(ignored),
    removed: comparison.removed.recursiveDifference(ignored),
  };
}

const EMPTY_OBJECTS = new WeakMap<ObjectShape, object>();

/** Returns the object that a new one is compared with: it has nothing but the members that are always written: those have no owner. */
export function emptyObject(type: ObjectShape): object {
  let empty = EMPTY_OBJECTS.get(type);
  if (!empty) {
    empty = type.decode({});
    EMPTY_OBJECTS.set(type, empty);
  }
  return empty;
}
