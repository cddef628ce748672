import type { UintValue } from '../values/index.js';

/** A part of an expression; `at` is its place in the text, by which errors are reported. */
export type Expr =
  LiteralExpr | IdentExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | ComprehensionExpr;

/** A value that is written down. */
export interface LiteralExpr {
  readonly kind: 'literal';
  readonly at: number;
  readonly value: null | boolean | bigint | UintValue | number | string | Uint8Array;
}

/** A name; with a dot in front where it is looked for at the root alone. */
export interface IdentExpr {
  readonly kind: 'ident';
  readonly at: number;
  readonly name: string;
}

/** A field of a value, or the question whether it is there. */
export interface SelectExpr {
  readonly kind: 'select';
  readonly at: number;
  readonly operand: Expr;
  readonly field: string;
  readonly testOnly: boolean;
}

/** A function with what it is given; operators are functions as well. */
export interface CallExpr {
  readonly kind: 'call';
  readonly at: number;
  readonly name: string;
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

/** A list; `optional` has the places of elements that are left out when they are not there. */
export interface ListExpr {
  readonly kind: 'list';
  readonly at: number;
  readonly elements: readonly Expr[];
  readonly optional: ReadonlySet<number>;
}

/** A map. */
export interface MapExpr {
  readonly kind: 'map';
  readonly at: number;
  readonly entries: readonly MapEntry[];
}

/** An entry of a map, left out when it is optional and its value not there. */
export interface MapEntry {
  readonly at: number;
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

/** An object of a named type. */
export interface StructExpr {
  readonly kind: 'struct';
  readonly at: number;
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** A field of an object, left out when it is optional and its value not there. */
export interface StructField {
  readonly at: number;
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/** A walk over a list or the keys of a map, which macros stand for. */
export interface ComprehensionExpr {
  readonly kind: 'comprehension';
  readonly at: number;
  readonly range: Expr;
  /** The element of a list or the key of a map; the index of a list where there is a second variable. */
  readonly variable: string;
  /** The element of a list or the value of an entry. */
  readonly secondVariable?: string;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** Names of the functions that operators and optional access stand for. */
export const OPERATOR = {
  conditional: '_?_:_',
  or: '_||_',
  and: '_&&_',
  not: '!_',
  negate: '-_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  in: '@in',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  index: '_[_]',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  notStrictlyFalse: '@not_strictly_false',
} as const;

/** Name of the variable that a macro gathers its answer in. */
export const ACCUMULATOR = '__result__';

/** Makes the parts of an expression that stand at one place. */
export class ExprFactory {
  constructor(readonly at: number) {}

  literal(value: LiteralExpr['value']): LiteralExpr {
    return { kind: 'literal', at: this.at, value };
  }

  ident(name: string): IdentExpr {
    return { kind: 'ident', at: this.at, name };
  }

  select(operand: Expr, field: string, testOnly = false): SelectExpr {
    return { kind: 'select', at: this.at, operand, field, testOnly };
  }

  call(name: string, ...args: readonly Expr[]): CallExpr {
    return { kind: 'call', at: this.at, name, args };
  }

  memberCall(target: Expr, name: string, ...args: readonly Expr[]): CallExpr {
    return { kind: 'call', at: this.at, name, target, args };
  }

  list(...elements: readonly Expr[]): ListExpr {
    return { kind: 'list', at: this.at, elements, optional: new Set() };
  }

  map(): MapExpr {
    return { kind: 'map', at: this.at, entries: [] };
  }

  comprehension(parts: Omit<ComprehensionExpr, 'kind' | 'at'>): ComprehensionExpr {
    return { kind: 'comprehension', at: this.at, ...parts };
  }
}
