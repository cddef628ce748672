/** Returns those of the first list that are in the second as well, in the order of the first, repetitions included. */
export function commonAudiences(listed: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return listed.filter((audience) => known.has(audience));
}
