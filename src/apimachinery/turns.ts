/** How long requests work at a stretch before others get their turn, in milliseconds. */
const LONGEST_STRETCH = 10;

/** When work began in this turn of the event loop, in milliseconds; undefined while nobody has said that it did. */
let began: number | undefined;
const waiting: (() => void)[] = [];

/**
 * To be called between the stages of work that may be long. Undefined where the work may go on; a promise to wait for
 * where this turn of the event loop has taken long enough. Those who wait go on in order, one in a turn: many long
 * requests together hold up short ones no longer than a single one does.
 */
export function takeTurn(): Promise<void> | undefined {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(nextTurn);
    return undefined;
  }
  if (now - began < LONGEST_STRETCH) return undefined;
  return new Promise((resolve) => waiting.push(resolve));
}

function nextTurn(): void {
  began = undefined;
  const next = waiting.shift();
  if (!next) return;
  began = performance.now();
  setImmediate(nextTurn);
  next();
}
