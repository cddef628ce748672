/** Numbers have an exponent below the first of these powers of ten, and from the second on (Go: strconv, format g). */
const LEAST_EXPONENT = -4;
const LARGE_EXPONENT = 6;

/** Formats a number as expositions in the text format do: label values of bucket limits are compared as text. */
export function formatMetricNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 10 ** LARGE_EXPONENT) return String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [digits, exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= LEAST_EXPONENT && power < LARGE_EXPONENT) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Formats a number for OpenMetrics, where a whole number has a fraction of zero. */
export function formatOpenMetricsNumber(value: number): string {
  const text = formatMetricNumber(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
