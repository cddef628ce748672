/** Returns words in quotes, separated by commas. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

/** Returns the word for one or for any other number of things. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Returns different words in order. */
export function sorted(words: Iterable<string>): string[] {
  return [...new Set(words)].sort();
}

/** Returns containers by their names. */
export function containersText(names: readonly string[]): string {
  return `${plural(names.length, 'container')} ${quoted(names)}`;
}

/** Describes which parts set something: the pod, containers, or both; empty if none does. */
export function settersText(isPod: boolean, containers: readonly string[]): string {
  const setters = isPod ? ['pod'] : [];
  if (containers.length > 0) setters.push(containersText(containers));
  return setters.join(' and ');
}
