import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference');
const isWriting = process.env.TEST_WRITE_REFERENCE === '1';

/** The line below the title of pages that are made from code. */
export const MADE_FROM_CODE = 'Written by `node tools/reference.mjs` from the code.\n';

/** The page of a name in the repository; when the reference is written, `text` becomes the page first. */
export function writtenPage(name: string, text: string): string {
  const path = join(FOLDER, `${name}.md`);
  if (isWriting) writeFileSync(path, text);
  return readFileSync(path, 'utf8');
}

/** A Markdown table; bars in cells are escaped. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
