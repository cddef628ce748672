const AGE = /^\d+[smh]$/;

/**
 * The pattern of output as a page shows it: `…` on a line of its own stands for any lines, inside a line for any text; ages and
 * the width of columns may differ.
 */
export function patternOf(shown: string): string {
  const lines = shown.trimEnd().split('\n');
  const last = lines.length - 1;
  // Output ends without a line break.
  const anyLines = (i: number): string => (i === last ? '(?:.*\\n)*.*' : '(?:.*\\n)*?');
  return lines.map((line, i) => (line === '…' ? anyLines(i) : patternOfLine(line, i < last))).join('');
}

function patternOfLine(line: string, isFollowed: boolean): string {
  if (line === '') return '(?: *\\n)+';
  const parts = line.split(/( {2,}|…)/).map((part) => {
    if (part === '…') return '.*?';
    return /^ {2}/.test(part) ? ' +' : part.split(' ').map(patternOfWord).join(' ');
  });
  return `${parts.join('')} *${isFollowed ? '\\n' : ''}`;
}

const patternOfWord = (word: string): string =>
  AGE.test(word) ? '(?:\\d+[smh])+' : word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
