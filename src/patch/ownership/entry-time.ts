import { formatTime } from '../../apimachinery/index.js';

let lastSecond = { at: -1, text: '' };

/** Returns the time of an entry that is written now, in milliseconds since 1970. */
export function entryTime(now: number): string {
  const second = Math.floor(now / 1000);
  if (lastSecond.at !== second) lastSecond = { at: second, text: formatTime(new Date(now)) };
  return lastSecond.text;
}
