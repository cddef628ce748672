const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
];

/** Returns how long ago a time is, in its largest unit: `5m`. */
export function ageOf(time: string | undefined, now = Date.now()): string {
  const seconds = time === undefined ? NaN : Math.floor((now - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return '';
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])}${unit[0]}` : `${Math.max(0, seconds)}s`;
}
