/** Returns the value below which so much of a sorted list is. */
export function quantile(sorted, share) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Returns the middle value. */
export function median(values) {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
