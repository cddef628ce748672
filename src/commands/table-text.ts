import { printable } from './printable.js';

/** The gap of tables whose cells contain spaces. */
export const WIDE_GAP = '   ';

/** Returns rows as a table of text, the first of which names its columns; `gap` separates them. */
export function tableText(rows: readonly (readonly string[])[], gap = '  '): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join(gap));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
