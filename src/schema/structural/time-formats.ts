const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/;
const WORD = /[A-Za-zµ]+/g;
/** Units of durations: names that have to be equal, and last one by which longer names may begin. */
const UNITS: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/** Reports whether a text is a day of the calendar: `2006-01-02`. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text)?.slice(1).map(Number);
  if (!parts) return false;
  const [year, month, day] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Reports whether a text is a date and a time with a zone (RFC 3339, in any case); hours over 23 and the like are refused. */
export function isDateTime(text: string): boolean {
  const [date, time = ''] = text.toLowerCase().split('t');
  const parts = TIME.exec(time)?.slice(1);
  return isDate(date) && parts !== undefined && parts[0] <= '23' && parts[1] <= '59' && parts[2] <= '59';
}

/** Reports whether a text holds amounts with units such as `2 days` or `1w`, wherever they stand (upstream: strfmt.ParseDuration). */
export function isLooseDuration(text: string): boolean {
  return [...text.matchAll(WORD)].some(({ 0: word, index }) => isUnit(word.toLowerCase()) && followsDigit(text, index));
}

/** Reports whether a digit stands before a place, blanks aside. */
function followsDigit(text: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && text[at] === ' ') at--;
  return at >= 0 && text[at] >= '0' && text[at] <= '9';
}

function isUnit(unit: string): boolean {
  return UNITS.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? ''));
}
