const MAX_DISTANCE = 4;

/** Returns the known name most like a mistyped one, or undefined when none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  const limit = Math.min(MAX_DISTANCE, Math.ceil(name.length / 3));
  return best !== undefined && best.distance <= limit ? best.name : undefined;
}

/** Returns the end of a sentence that proposes the nearest name. */
export function didYouMean(name: string, known: Iterable<string>, otherwise: string): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? otherwise : `Did you mean ${nearest}?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
