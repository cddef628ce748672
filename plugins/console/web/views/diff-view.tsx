import { useMemo } from 'preact/hooks';
import { diffLines } from '../model/text-diff.js';

const MARKS = { same: ' ', added: '+', removed: '-', gap: '…' } as const;

/** Renders the difference between two texts. */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.length === 0) return <p class="notice">No difference.</p>;
  return (
    <div class="diff" role="region" aria-label="Difference" tabIndex={0}>
      {lines.map((line, index) => (
        <div key={index} class={`diff-line ${line.type}`}>
          <span class="diff-number">{line.before}</span>
          <span class="diff-number">{line.after}</span>
          <span class="diff-mark">{MARKS[line.type]}</span>
          <span class="diff-text">{line.text}</span>
        </div>
      ))}
    </div>
  );
}
