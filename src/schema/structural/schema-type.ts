import type { ApiObject } from '../../apimachinery/index.js';
import type { JsonSchema } from './json-schema.js';

/** The TypeScript type of the values that a schema allows, if the schema is declared `as const`. */
export type SchemaType<S> = S extends { nullable: true } ? NonNullType<S> | null : NonNullType<S>;

/** The TypeScript type of the objects of a kind whose shape is a schema, if the schema is declared `as const`. */
export type SchemaObject<S> = ApiObject & Omit<SchemaType<S>, keyof ApiObject>;

type NonNullType<S> = S extends { 'x-kubernetes-int-or-string': true }
  ? number | string
  : S extends { enum: readonly (infer V)[] }
    ? V
    : S extends { type: infer N }
      ? TypeNamed<N, S>
      : unknown;

type TypeNamed<N, S> = N extends 'string'
  ? string
  : N extends 'integer' | 'number'
    ? number
    : N extends 'boolean'
      ? boolean
      : N extends 'array'
        ? ListType<S>
        : N extends 'object'
          ? ObjectType<S>
          : unknown;

type ListType<S> = S extends { items: infer I extends JsonSchema } ? SchemaType<I>[] : unknown[];

type ObjectType<S> = S extends { properties: infer P }
  ? Members<P, RequiredNames<S>> & Others<S>
  : S extends { additionalProperties: infer A extends JsonSchema }
    ? Record<string, SchemaType<A>>
    : Record<string, unknown>;

type RequiredNames<S> = S extends { required: readonly (infer R)[] } ? R : never;

type Members<P, R> = { -readonly [K in keyof P as K extends R ? K : never]: SchemaType<P[K]> } & {
  -readonly [K in keyof P as K extends R ? never : K]?: SchemaType<P[K]>;
};

type Others<S> = S extends { 'x-kubernetes-preserve-unknown-fields': true } ? Record<string, unknown> : unknown;
