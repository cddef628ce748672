import { structuredPatch } from 'diff';

/** A line of a difference; `gap` stands for lines that are the same and left out. */
export interface DiffLine {
  readonly type: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

const CONTEXT = 3;

/** Returns the lines in which two texts differ, with lines around them. Empty where they do not. */
export function diffLines(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT });
  return hunks.flatMap(({ lines, oldStart, newStart }, index) => {
    let [oldLine, newLine] = [oldStart, newStart];
    const shown = lines
      .filter((line) => !line.startsWith('\\'))
      .map((line): DiffLine => {
        const text = line.slice(1);
        if (line.startsWith('+')) return { type: 'added', text, after: newLine++ };
        if (line.startsWith('-')) return { type: 'removed', text, before: oldLine++ };
        return { type: 'same', text, before: oldLine++, after: newLine++ };
      });
    const isFirst = index === 0 && oldStart <= 1;
    return isFirst ? shown : [{ type: 'gap' as const, text: `line ${newStart}` }, ...shown];
  });
}
