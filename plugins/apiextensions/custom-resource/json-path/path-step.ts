/** One step of a path: what it selects from each value. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'union'; readonly steps: readonly (readonly PathStep[])[] }
  | { readonly kind: 'filter'; readonly filter: Filter };

/** The elements of a list from `start` to `end`; an index is a slice with `isIndex`. Negative numbers count from the end. */
export interface Slice {
  readonly start?: number;
  readonly end?: number;
  readonly step?: number;
  readonly isIndex: boolean;
}

/** A condition on the elements of a list. `exists` has no right side. */
export interface Filter {
  readonly left: Operand;
  readonly operator: 'exists' | '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly right?: Operand;
}

/** One side of a condition: a path from the element, or a literal. */
export type Operand = { readonly path: readonly PathStep[] } | { readonly literal: string | number | boolean };

/** A path that cannot be parsed. */
export class JsonPathError extends Error {}

/** A path that cannot be applied to a value, such as an index beyond the end of a list. */
export class EvaluationFault extends Error {}
