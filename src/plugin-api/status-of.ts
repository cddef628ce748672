/** The status of an object of a kind. */
export type StatusOf<T> = T extends { readonly status?: infer S } ? NonNullable<S> : never;
