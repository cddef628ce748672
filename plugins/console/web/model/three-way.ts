import { diffArrays } from 'diff';

/** Lines of a text that was changed by two sides. */
export interface MergeChunk {
  /** `same` lines are those of all; a `conflict` was changed by both sides, and differently. */
  readonly type: 'same' | 'yours' | 'theirs' | 'both' | 'conflict';
  readonly base: readonly string[];
  readonly yours: readonly string[];
  readonly theirs: readonly string[];
  /** The first line of the base, from 1. */
  readonly line: number;
}

/** The side that a conflict is decided for. */
export type Side = 'yours' | 'theirs';

/** A change of one side: lines of the base that others stand in place of. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Compares two changed texts with the one both began with. */
export function mergeChunks(base: string, yours: string, theirs: string): MergeChunk[] {
  const lines = base.split('\n');
  const [mine, others] = [changesOf(lines, yours), changesOf(lines, theirs)];
  const chunks: MergeChunk[] = [];
  let at = 0;
  for (const { start, end } of regionsOf([...mine, ...others])) {
    if (start > at) chunks.push(sameChunk(lines, at, start));
    chunks.push(changedChunk({ lines, start, end }, mine, others));
    at = end;
  }
  if (at < lines.length) chunks.push(sameChunk(lines, at, lines.length));
  return chunks;
}

/** Returns the merged text. Conflicts are decided by their number among the chunks; others are marked, as no YAML. */
export function mergedText(chunks: readonly MergeChunk[], decided: ReadonlyMap<number, Side> = new Map()): string {
  return chunks.flatMap((chunk, index) => mergedLines(chunk, decided.get(index))).join('\n');
}

function mergedLines(chunk: MergeChunk, side: Side | undefined): readonly string[] {
  if (chunk.type === 'theirs') return chunk.theirs;
  if (chunk.type !== 'conflict') return chunk.yours;
  if (side) return chunk[side];
  return ['<<<<<<< yours', ...chunk.yours, '=======', ...chunk.theirs, '>>>>>>> theirs'];
}

/** Lines that may differ: beyond, a text counts as another one, since the time to compare grows with their square. */
const MOST_EDITS = 4000;

function changesOf(base: readonly string[], text: string): Change[] {
  const changes: Change[] = [];
  let at = 0;
  const lines = text.split('\n');
  const parts = diffArrays([...base], lines, { maxEditLength: MOST_EDITS });
  if (!parts) return [{ start: 0, end: base.length, lines }];
  for (const { value, added, removed } of parts) {
    const last = changes.at(-1);
    if (added) {
      if (last?.end === at) changes[changes.length - 1] = { ...last, lines: [...last.lines, ...value] };
      else changes.push({ start: at, end: at, lines: value });
      continue;
    }
    if (removed) {
      if (last?.end === at) changes[changes.length - 1] = { ...last, end: at + value.length };
      else changes.push({ start: at, end: at + value.length, lines: [] });
    }
    at += value.length;
  }
  return changes.flatMap((change) => dividedByMembers(change, base));
}

/** Divides a change whose first lines are members that stay: what others do to the lines beside them is no conflict then. */
function dividedByMembers({ start, end, lines }: Change, base: readonly string[]): Change[] {
  const most = Math.min(end - start, lines.length);
  let count = 0;
  while (count < most && isSameMember(base[start + count], lines[count])) count++;
  const single = lines.slice(0, count).map((line, at) => ({ start: start + at, end: start + at + 1, lines: [line] }));
  const isWhole = start + count === end && count === lines.length;
  return isWhole ? single : [...single, { start: start + count, end, lines: lines.slice(count) }];
}

/** A member of an object in block style; elements of lists have no names to compare. */
const MEMBER = /^( *)([\w./"'-]+):(?: |$)/;

function isSameMember(one: string, other: string): boolean {
  const [a, b] = [MEMBER.exec(one), MEMBER.exec(other)];
  return !!a && !!b && a[1] === b[1] && a[2] === b[2];
}

/** Joins changes that touch the same lines, or insert at the same place. */
function regionsOf(changes: readonly Change[]): { start: number; end: number }[] {
  const regions: { start: number; end: number }[] = [];
  for (const { start, end } of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = regions.at(-1);
    if (last && (start < last.end || start === last.start)) last.end = Math.max(last.end, end);
    else regions.push({ start, end });
  }
  return regions;
}

function sameChunk(lines: readonly string[], start: number, end: number): MergeChunk {
  const same = lines.slice(start, end);
  return { type: 'same', base: same, yours: same, theirs: same, line: start + 1 };
}

function changedChunk(
  { lines, start, end }: { lines: readonly string[]; start: number; end: number },
  mine: readonly Change[],
  others: readonly Change[],
): MergeChunk {
  const sideOf = (changes: readonly Change[]) =>
    changes.filter((change) => change.start >= start && isWithin(change, start, end));
  const [ours, theirs] = [sideOf(mine), sideOf(others)];
  const texts = { yours: applied(lines, { start, end }, ours), theirs: applied(lines, { start, end }, theirs) };
  const isEqual = texts.yours.join('\n') === texts.theirs.join('\n');
  const type = ours.length === 0 ? 'theirs' : theirs.length === 0 ? 'yours' : isEqual ? 'both' : 'conflict';
  return { type, base: lines.slice(start, end), ...texts, line: start + 1 };
}

/** An insertion at the end of a region is one of the next region. */
function isWithin(change: Change, start: number, end: number): boolean {
  return change.end <= end && (change.start < end || change.start === start);
}

function applied(
  lines: readonly string[],
  { start, end }: { start: number; end: number },
  changes: readonly Change[],
): string[] {
  const result: string[] = [];
  let at = start;
  for (const change of changes) {
    result.push(...lines.slice(at, change.start), ...change.lines);
    at = change.end;
  }
  return [...result, ...lines.slice(at, end)];
}
