const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/** Orders map keys as Go's YAML encoder does: numbers inside names by value, letters after everything else. */
export function compareKeys(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === left.length || at === right.length) return left.length - right.length;
  return isPlainAt(left, at) && isPlainAt(right, at)
    ? left.charCodeAt(at) - right.charCodeAt(at) + rankAt(left, at) - rankAt(right, at)
    : compareRunes(left, right);
}

/** Reports whether a character is of ASCII and no digit: those are compared without looking around. */
function isPlainAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 && (code < 0x30 || code > 0x39);
}

/** Letters come after everything else. */
function rankAt(text: string, at: number): number {
  return /[A-Za-z]/.test(text[at]) ? 0x100 : 0;
}

function compareRunes(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] === b[i]) continue;
    const [isLetterA, isLetterB] = [LETTER.test(a[i]), LETTER.test(b[i])];
    if (isLetterA !== isLetterB) return isLetterB ? -1 : 1;
    return (isLetterA ? 0 : compareNumbers(a, b, i)) || a[i].codePointAt(0)! - b[i].codePointAt(0)!;
  }
  return a.length - b.length;
}

function compareNumbers(a: readonly string[], b: readonly string[], from: number): number {
  const carry = a[from] === '0' || b[from] === '0' ? leadingDigit(a, from) : '';
  const [runA, runB] = [digitsAt(a, from), digitsAt(b, from)];
  return Number(carry + runA) - Number(carry + runB) || runA.length - runB.length;
}

/** A one where the shared digits before `from` are not all zeros: then a zero at `from` counts as a digit. */
function leadingDigit(runes: readonly string[], from: number): string {
  for (let i = from - 1; i >= 0 && DIGIT.test(runes[i]); i--) if (runes[i] !== '0') return '1';
  return '';
}

function digitsAt(runes: readonly string[], from: number): string {
  let end = from;
  while (end < runes.length && DIGIT.test(runes[end])) end++;
  return runes.slice(from, end).join('');
}
