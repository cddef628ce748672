import { noSuchOverload, OptionalValue, type Value } from '../values/index.js';
import { Failure, type Frame, type Result, type Step } from './frame.js';
import { findPart, getPart, hasPart, unwrapped } from './qualify.js';

/** One step on the way from a value to a part of it: a field, an entry, an element. */
export interface Qualifier {
  /** True if a missing part makes the whole attribute an absent value. */
  readonly isOptional: boolean;
  /** Returns the part; a failure if there is none. */
  get(operand: Value, frame: Frame): Result;
  /** Returns the part; undefined if there is none. */
  find(operand: Value, frame: Frame): Result | undefined;
}

/** Returns a part with a key that is known beforehand. */
export function constantQualifier(key: Value, isOptional: boolean): Qualifier {
  return {
    isOptional,
    get(operand, frame) {
      frame.charge(1);
      return getPart(operand, key);
    },
    find: (operand, frame) => charged(findPart(operand, key), frame),
  };
}

/** Returns a part whose key has to be evaluated; one more is charged for that. */
export function dynamicQualifier(key: Step, isOptional: boolean): Qualifier {
  return {
    isOptional,
    get(operand, frame) {
      const found = key(frame);
      frame.charge(1);
      return found instanceof Failure ? found : getPart(operand, found);
    },
    find(operand, frame) {
      const found = key(frame);
      return found instanceof Failure ? found : charged(findPart(operand, found), frame);
    },
  };
}

/** Returns the question whether a part is there. */
export function testQualifier(key: string): Qualifier {
  return {
    isOptional: false,
    get(operand, frame) {
      frame.charge(1);
      return hasPart(operand, key);
    },
    find: (operand, frame) => charged(hasPart(operand, key) || undefined, frame),
  };
}

/** A part that is absent costs nothing. */
function charged(found: Result | undefined, frame: Frame): Result | undefined {
  if (found !== undefined && !(found instanceof Failure)) frame.charge(1);
  return found;
}

/** A variable or another value with the way to a part of it, which is read as one. */
export interface Attribute {
  /** Its value; the caller charges the cost of the whole. */
  readonly resolve: Step;
  /** The cost of the whole when evaluated on its own. */
  readonly cost: number;
  /** Returns the attribute of a part of its value. */
  with(qualifier: Qualifier): Attribute;
}

/** Returns the attribute of parts of a value. */
export function pathAttribute(root: Step, qualifiers: readonly Qualifier[] = [], cost = 1): Attribute {
  return {
    cost,
    resolve: qualifiers.length === 0 ? root : (frame) => follow(root(frame), qualifiers, frame),
    with: (qualifier) => pathAttribute(root, [...qualifiers, qualifier], cost),
  };
}

/** Returns the attribute that one of two is, as a condition says; the other one is not looked at. */
export function conditionalAttribute(condition: Step, then: Attribute, otherwise: Attribute): Attribute {
  return {
    cost: 0,
    resolve(frame) {
      const chosen = condition(frame);
      if (typeof chosen === 'boolean') return chosen ? then.resolve(frame) : otherwise.resolve(frame);
      return chosen instanceof Failure ? chosen : new Failure(noSuchOverload());
    },
    with: (qualifier) => conditionalAttribute(condition, then.with(qualifier), otherwise.with(qualifier)),
  };
}

/** Returns the question whether an attribute's last part is there, which itself is free. */
export function presenceTest(attribute: Attribute): Attribute {
  return {
    cost: 0,
    resolve(frame) {
      const found = attribute.resolve(frame);
      return found instanceof OptionalValue ? found.value === true : found;
    },
    with: (qualifier) => presenceTest(attribute.with(qualifier)),
  };
}

function follow(root: Result, qualifiers: readonly Qualifier[], frame: Frame): Result {
  if (root instanceof Failure) return root;
  let isOptional = root instanceof OptionalValue;
  const start = unwrapped(root);
  if (start === undefined) return root;
  let at: Value = start;
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const next = isOptional ? qualifier.find(at, frame) : qualifier.get(at, frame);
    if (next === undefined) return OptionalValue.none;
    if (next instanceof Failure) return next;
    at = next;
  }
  return isOptional ? new OptionalValue(at) : at;
}
