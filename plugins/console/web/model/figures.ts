const KILO = 1000;
/** A space that no line ends at. */
const SPACE = '\u00a0';
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Returns a size for people: `35.8 MB`. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= KILO && unit < BYTE_UNITS.length - 1; unit++) value /= KILO;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** Returns a rate for people: `0.4/s`. */
export function rateText(perSecond: number): string {
  return `${perSecond >= 100 ? countText(Math.round(perSecond)) : perSecond.toFixed(1)}/s`;
}

/** Returns a latency for people; `–` without one. */
export function latencyText(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  const ms = seconds * KILO;
  if (ms >= KILO) return `${seconds.toFixed(1)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Returns a count with its thousands apart. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** Returns a part of a whole in percent; a part that is there is never 0 %. */
export function shareText(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return `0${SPACE}%`;
  const percent = (part / whole) * 100;
  return percent < 0.1 ? `below 0.1${SPACE}%` : `${percent.toFixed(1)}${SPACE}%`;
}
