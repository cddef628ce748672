/**
 * Applies the hunks of a diff, which `@@` separates. Each must be found exactly once, with its lines of context. Throws
 * otherwise.
 */
export function editText(text: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((edited, hunk) => {
    const lines = hunk.split('\n').slice(0, -1);
    const [before, after] = [linesWithout(lines, '+'), linesWithout(lines, '-')];
    const pieces = edited.split(before);
    if (pieces.length !== 2) throw new Error(`found ${pieces.length - 1} times, not once:\n${before}\nin\n${edited}`);
    return pieces.join(after);
  }, text);
}

const linesWithout = (lines: readonly string[], sign: string): string =>
  lines
    .filter((line) => !line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
