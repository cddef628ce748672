/** Returns the value below which so much of a sorted list is. */
export function quantile(sorted, share) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Returns the middle value. */
export function median(values) {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

/** Returns the sum of some figures. */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the medians of the figures of several samples of the same form; texts are those of the first. */
export function mediansOf(samples) {
  const [first] = samples;
  if (typeof first === 'number') return median(samples);
  if (typeof first !== 'object') return first;
  if (Array.isArray(first)) return first.map((_, index) => mediansOf(samples.map((sample) => sample[index])));
  return Object.fromEntries(Object.keys(first).map((key) => [key, mediansOf(samples.map((sample) => sample[key]))]));
}
