/** How many characters of one value an error shows. Values of everyday size are shown whole, as clients match them. */
export const MAX_SHOWN_VALUE = 8 * 1024;
/** How many characters of the place of a fault an error shows: keys of maps are part of it. */
export const MAX_SHOWN_FIELD = 2 * 1024;
/** How many characters the message of a Status has, and how many all its causes have in sum. */
export const MAX_SHOWN_IN_SUM = 20 * 1024;

/** A text that ends with `...` where it was cut to a number of characters. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}...`;
}

/** As many of the first elements as have so many characters in sum, and at least one. */
export function cutList<T>(list: readonly T[], lengthOf: (element: T) => number, most: number): readonly T[] {
  let sum = 0;
  const end = list.findIndex((element, i) => {
    sum += lengthOf(element);
    return i > 0 && sum > most;
  });
  return end < 0 ? list : list.slice(0, end);
}
