import type { FunctionDeclaration, Overload, OverloadCall, Type } from '../check/index.js';

/** An overload, before it is assigned to a function. */
export interface OverloadParts {
  readonly id: string;
  readonly args: readonly Type[];
  readonly result: Type;
  readonly call?: OverloadCall;
}

/** Returns a form that is called with all its arguments in brackets. */
export function overload(id: string, parts: Omit<OverloadParts, 'id'>): Overload {
  return { id, isMember: false, ...parts };
}

/** Returns a form that is called on its first argument. */
export function member(id: string, parts: Omit<OverloadParts, 'id'>): Overload {
  return { id, isMember: true, ...parts };
}

/** Returns a function with its forms. */
export function declare(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}
