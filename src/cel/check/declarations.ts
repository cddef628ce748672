import type { Value } from '../values/index.js';
import type { Type } from './type.js';

/** One form of a function: what it takes, what it answers, and how. */
export interface Overload {
  readonly id: string;
  /** Whether it is called on its first argument. */
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Carries it out; throws EvaluationError. Absent for those that are part of the language. */
  readonly call?: OverloadCall;
}

/** Carries out a function. */
export type OverloadCall = (...args: never[]) => Value;

/** A function in all its forms. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** What names in an expression stand for. */
export interface Declarations {
  /** The type of a variable, or of a type's name. */
  findVariable(name: string): Type | undefined;
  /** A function by its name. */
  findFunction(name: string): FunctionDeclaration | undefined;
  /** The type of a field of an object; undefined when it has none of that name. */
  findField(typeName: string, field: string): Type | undefined;
}

/** What the checker found out about an expression and its parts. */
export interface Checked {
  /** The type of each part. */
  readonly types: ReadonlyMap<object, Type>;
  /** What names and calls were found to mean. */
  readonly references: ReadonlyMap<object, Reference>;
  /** The type of the whole. */
  readonly type: Type;
}

/** What a part of an expression means: a variable, or a function in one of its forms. */
export interface Reference {
  /** Full name of the variable, or of a function whose name has dots in it. */
  readonly name: string;
  /** The forms of a function that may be meant. */
  readonly overloads?: readonly Overload[];
}
