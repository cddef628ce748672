import type { Value } from '../values/index.js';
import type { Type } from './type.js';

/** One form of a function: what it takes, what it answers, and how. */
export interface Overload {
  readonly id: string;
  /** True if it is called on its first argument. */
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

/** The declared names of an expression. */
export interface Declarations {
  /** Returns the type of a variable, or of a type's name. */
  findVariable(name: string): Type | undefined;
  /** Returns a function by its name. */
  findFunction(name: string): FunctionDeclaration | undefined;
  /** Returns the type of a field of an object; undefined when it has none of that name. */
  findField(typeName: string, field: string): Type | undefined;
}

/** The result of type checking an expression. */
export interface Checked {
  /** The type of each part. */
  readonly types: ReadonlyMap<object, Type>;
  /** The resolved names and calls. */
  readonly references: ReadonlyMap<object, Reference>;
  /** The type of the whole. */
  readonly type: Type;
}

/** The resolution of a part of an expression: a variable, or an overload of a function. */
export interface Reference {
  /** Full name of the variable, or of a function whose name has dots in it. */
  readonly name: string;
  /** The forms of a function that may be meant. */
  readonly overloads?: readonly Overload[];
}
