import { readFileSync } from 'node:fs';
import { editText } from '../support/walkthrough/edit-text.js';
import { stepsOf } from '../support/walkthrough/page-steps.js';
import { patternOf } from '../support/walkthrough/shown-output.js';

const PAGE = `
\`\`\`sh exit=1
false
\`\`\`

\`\`\`text terminal=server
ready
\`\`\`

\`\`\`diff file=a.ts
-1
+2
\`\`\`

\`\`\`yaml file=b.yaml
a: 1
\`\`\`

<!-- Ctrl-C server -->
`;

it('reads blocks and marks of a page as steps', () => {
  expect(stepsOf(PAGE)).toEqual([
    { does: 'run', terminal: 'first', text: 'false\n', exit: 1 },
    { does: 'show', terminal: 'server', text: 'ready\n' },
    { does: 'edit', file: 'a.ts', text: '-1\n+2\n' },
    { does: 'write', file: 'b.yaml', text: 'a: 1\n' },
    { does: 'interrupt', terminal: 'server' },
  ]);
});

it('refuses a block that is no step', () => {
  expect(() => stepsOf('```ts\nconst a = 1;\n```\n')).toThrow('a block of ts names no file');
});

it('reads every block of the tutorial', () => {
  const page = readFileSync(new URL('../../docs/tutorial.md', import.meta.url), 'utf8');
  expect(stepsOf(page).filter(({ does }) => does !== 'interrupt')).toHaveLength(page.match(/^```\w/gm)!.length);
});

describe('editText()', () => {
  it('applies every hunk of a diff', () => {
    expect(editText('a\nb\nc\nd\n', ' a\n-b\n+B\n@@\n d\n+e\n')).toBe('a\nB\nc\nd\ne\n');
  });

  it.each([
    ['that is not there', ' x\n+y\n'],
    ['that is there twice', '-a\n+b\n'],
  ])('refuses a hunk %s', (_, diff) => {
    expect(() => editText('a\na\n', diff)).toThrow('not once');
  });
});

describe('patternOf()', () => {
  const fits = (shown: string, printed: string): boolean => new RegExp(`^${patternOf(shown)}$`).test(printed);

  it.each([
    ['other ages and widths', 'NAME   AGE\na.b   1s\n', 'NAME     AGE\na.b      2m30s'],
    ['lines that are left out', 'a\n…\nd\n', 'a\nb\nc\nd'],
    ['text that is left out', 'a … c', 'a b b c'],
    ['more blank lines', 'a\n\nb', 'a\n\n\nb'],
    ['blanks at the end of lines', 'a\nb', 'a  \nb'],
  ])('allows %s', (_, shown, printed) => {
    expect(fits(shown, printed)).toBe(true);
  });

  it.each([
    ['another word', 'a.b c', 'axb c'],
    ['another line', 'a\nc', 'a\nb\nc'],
    ['a missing column', 'a   b   c', 'a   c'],
    ['more at the end', 'a', 'a\nb'],
  ])('refuses %s', (_, shown, printed) => {
    expect(fits(shown, printed)).toBe(false);
  });
});
