/** The terminal of blocks that name none. */
export const FIRST_TERMINAL = 'first';

/** One thing that a page has its reader do or see. */
export type Step =
  | { readonly does: 'run'; readonly terminal: string; readonly text: string; readonly exit: number }
  | { readonly does: 'show'; readonly terminal: string; readonly text: string }
  | { readonly does: 'write' | 'edit'; readonly file: string; readonly text: string }
  | { readonly does: 'interrupt'; readonly terminal: string };

/** Blocks may be items of a list, and are indented then. */
const BLOCK_OR_MARK = /^( *)```(\S+)(.*)\n([^]*?)^\1```$|^ *<!-- Ctrl-C (\w+) -->$/gm;
const DOES: Readonly<Record<string, 'run' | 'show' | 'edit'>> = { sh: 'run', text: 'show', diff: 'edit' };

/**
 * Reads the fenced blocks of a page as steps. Words after the language are marks: `file=PATH` writes or, in a diff, edits a
 * file, `terminal=NAME` is another terminal, `exit=CODE` a command that fails, `run=no` an example that
 * is not run. Throws for a block that is no step.
 */
export function stepsOf(page: string): Step[] {
  const found = [...page.matchAll(BLOCK_OR_MARK)].filter(([, , , words]) => !words?.includes('run=no'));
  return found.map(([, indent, language, words, block, interrupted]): Step => {
    if (interrupted) return { does: 'interrupt', terminal: interrupted };
    const text = withoutIndent(block, indent);
    const { file, terminal = FIRST_TERMINAL, exit = '0' } = marksOf(words);
    const does = DOES[language] ?? 'write';
    if (does === 'run') return { does, terminal, text, exit: Number(exit) };
    if (does === 'show') return { does, terminal, text };
    if (file === undefined) throw new Error(`a block of ${language} names no file:\n${text}`);
    return { does, file, text };
  });
}

function withoutIndent(text: string, indent: string): string {
  if (indent === '') return text;
  return text.replaceAll(`\n${indent}`, '\n').slice(text.startsWith(indent) ? indent.length : 0);
}

function marksOf(words: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    words
      .split(' ')
      .filter(Boolean)
      .map((word) => word.split('=')),
  ) as Record<string, string>;
}
