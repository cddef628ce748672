/** Returns the lines of the newer file that a diff without context adds or changes. */
export function changedLines(diff) {
  const lines = new Set();
  for (const [, first, count = '1'] of diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)) {
    for (let i = 0; i < Number(count); i++) lines.add(Number(first) + i);
  }
  return lines;
}
