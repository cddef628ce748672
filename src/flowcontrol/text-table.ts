const SEPARATOR = ',';
const LEAST_WIDTH = 8;
const PADDING = 1;
/** Characters that would end a line or a cell. */
const CONTROL = /[\0-\x1f\x7f]/g;

/** Formats rows with as many cells each as lines of aligned columns, separated by commas (upstream: text/tabwriter). */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(CONTROL, ' ')));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? LEAST_WIDTH, lengthOf(cell) + SEPARATOR.length + PADDING);
    });
  }
  const lines = cells.map((row) => row.map((cell, i) => (i < row.length - 1 ? pad(cell, widths[i]) : cell)).join(''));
  return lines.map((line) => `${line}\n`).join('');
}

function pad(cell: string, width: number): string {
  return `${cell}${SEPARATOR}`.padEnd(width + cell.length - lengthOf(cell));
}

/** The number of characters; those outside of the basic plane are one. */
function lengthOf(cell: string): number {
  return [...cell].length;
}
