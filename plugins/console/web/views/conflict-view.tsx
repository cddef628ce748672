import { useMemo, useState } from 'preact/hooks';
import { type MergeChunk, type Side, mergeChunks, mergedText } from '../model/three-way.js';

/** Three states of a text: the one that editing began with, and those of the user and of the server. */
export interface ThreeTexts {
  readonly base: string;
  readonly yours: string;
  readonly theirs: string;
}

/** Renders the changes of an object that was changed while it was edited, and rebases those of the user. */
export function ConflictView({
  texts,
  onRebase,
}: {
  readonly texts: ThreeTexts;
  readonly onRebase: (text: string) => void;
}) {
  const { base, yours, theirs } = texts;
  const [isShown, setShown] = useState(false);
  const [decided, setDecided] = useState<ReadonlyMap<number, Side>>(new Map());
  const chunks = useMemo(() => mergeChunks(base, yours, theirs), [base, yours, theirs]);
  const open = chunks.filter(({ type }, index) => type === 'conflict' && !decided.has(index)).length;
  const decide = (index: number, side: Side): void => setDecided(new Map(decided).set(index, side));
  return (
    <section class="panel conflict" aria-label="Changes meanwhile">
      <header class="bar">
        <h2>It has changed since you began to edit</h2>
        <span class="grow" />
        <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          Compare
        </button>
        <button type="button" class="primary" onClick={() => onRebase(mergedText(chunks, decided))}>
          Rebase my changes
        </button>
      </header>
      <p class="muted small" role="status">
        {summaryOf(chunks)}{' '}
        {open > 0 && `${countOf(open, 'conflict')} to decide: what is not decided is marked in the text.`}
      </p>
      {isShown && <Chunks chunks={chunks} decided={decided} onDecide={decide} />}
    </section>
  );
}

function Chunks({
  chunks,
  decided,
  onDecide,
}: {
  readonly chunks: readonly MergeChunk[];
  readonly decided: ReadonlyMap<number, Side>;
  readonly onDecide: (index: number, side: Side) => void;
}) {
  return (
    <ol class="chunks">
      {chunks.map((chunk, index) =>
        chunk.type === 'same' ? null : (
          <li key={index} class={`chunk ${chunk.type}`}>
            <p class="chunk-head">
              Line {chunk.line}: <strong>{TITLES[chunk.type]}</strong>
            </p>
            <div class="sides">
              <SideText title="Base" lines={chunk.base} />
              <SideText title="Yours" lines={chunk.yours} />
              <SideText title="Theirs" lines={chunk.theirs} />
            </div>
            {chunk.type === 'conflict' && (
              <div class="bar" role="group" aria-label={`Decision for line ${chunk.line}`}>
                {(['yours', 'theirs'] as const).map((side) => (
                  <button
                    key={side}
                    type="button"
                    aria-pressed={decided.get(index) === side}
                    onClick={() => onDecide(index, side)}
                  >
                    Keep {side}
                  </button>
                ))}
              </div>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

function SideText({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div class="side">
      <h3>{title}</h3>
      <pre tabIndex={0} aria-label={title}>
        {lines.length === 0 ? <span class="muted">(nothing)</span> : lines.join('\n')}
      </pre>
    </div>
  );
}

const TITLES = {
  yours: 'changed by you',
  theirs: 'changed by someone else',
  both: 'changed by both, in the same way',
  conflict: 'conflict, changed by both',
} as const;

function summaryOf(chunks: readonly MergeChunk[]): string {
  const count = (type: MergeChunk['type']): number => chunks.filter((chunk) => chunk.type === type).length;
  const theirs = count('theirs') + count('both');
  return `${countOf(theirs, 'change')} of others, ${countOf(count('yours'), 'change')} of yours, ${countOf(count('conflict'), 'conflict')}.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
