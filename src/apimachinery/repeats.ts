/**
 * Creates a function that is given one value after another and answers whether an equal one came before.
 *
 * @internal
 * @example
 * const isRepeated = repeatFinder<string>();
 * const repeats = ['north', 'south', 'north'].filter((pier) => isRepeated(pier));
 */
export function repeatFinder<T>(): (value: T) => boolean {
  const seen = new Set<T>();
  return (value) => {
    if (seen.has(value)) return true;
    seen.add(value);
    return false;
  };
}
