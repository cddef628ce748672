/**
 * Returns a text that ends with `...` where it was cut to a number of characters.
 *
 * @internal
 * @example
 * const message = cutText('a long answer of a webhook', 10);
 */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}...`;
}

/** Returns as many of the first elements as have so many characters in sum, and at least one. */
export function cutList<T>(list: readonly T[], lengthOf: (element: T) => number, most: number): readonly T[] {
  let sum = 0;
  const end = list.findIndex((element, i) => {
    sum += lengthOf(element);
    return i > 0 && sum > most;
  });
  return end < 0 ? list : list.slice(0, end);
}
