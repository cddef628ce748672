const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/** Orders map keys as Go's YAML encoder does: numbers inside names by value, letters after everything else. */
export function compareKeys(left: string, right: string): number {
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
