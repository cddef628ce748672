/**
 * An object of a list or watch, as filters see it.
 *
 * @public
 * @example
 * const keyOf = ({ namespace, name }: ListedObject) => `${namespace}/${name}`;
 */
export interface ListedObject {
  /** Empty for kinds that have none. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Narrows what one list, watch or deletion of a collection is about to the objects that its user may see.
 *
 * @public
 * @example
 * const onlyNamed = (names: ReadonlySet<string>): ObjectFilter => ({ allows: ({ name }) => names.has(name) });
 */
export interface ObjectFilter {
  /**
   * Reports whether the user may see an object. Called for each object that the selectors pick, and for each change of
   * one; it must be quick. Where it throws, the request fails.
   */
  allows(object: ListedObject): boolean;
  /**
   * Calls a listener when the answers for objects change that were asked about, until what is returned is called. A watch
   * ends then with `410 Expired`: its client lists again, as clients do. Without it a watch follows the first answers.
   * Where they have changed since the filter was made, the listener is to be called at once: a watch subscribes later.
   */
  onChange?(listener: () => void): () => void;
}
