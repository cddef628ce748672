import type { RowStore, StoredRow } from '../../storage/index.js';
import { CommandError } from '../output.js';
import { RowDigest } from './row-digest.js';
import type { ChangeForm } from './row-forms.js';

/** The outcome of a copy. */
export interface CopiedRows {
  readonly revision: number;
  /** True if history and revisions are those of the source. */
  readonly keepsRevisions: boolean;
  /** The rows and their digest, as found in the target. */
  readonly digest: string;
}

/**
 * Copies everything from one store to another, empty one, and compares both at the end. After a failure the target is
 * empty again. Rejects with CommandError and StorageError.
 */
export async function copyRows(source: RowStore, target: RowStore, change: ChangeForm): Promise<CopiedRows> {
  if (!(await target.isEmpty())) throw new CommandError('the target is not empty');
  try {
    return await copyAndCompare(source, target, change);
  } catch (error) {
    await target.clear();
    throw error;
  }
}

async function copyAndCompare(source: RowStore, target: RowStore, change: ChangeForm): Promise<CopiedRows> {
  const { keepsRevisions } = target;
  const state = await source.state();
  const written = new RowDigest(keepsRevisions);
  const revisions = new Set<number>();
  for await (const page of source.rows({ newest: !keepsRevisions })) {
    const rows = page.flatMap((row) => change(row) ?? []);
    if (keepsRevisions) checkRevisions(rows, revisions);
    await target.write(rows);
    written.add(rows);
  }
  const after = await source.state();
  if (after.newest !== state.newest) {
    throw new CommandError(`the source went on from revision ${state.newest} to ${after.newest}: stop its servers`);
  }
  const found = await digestOf(target, keepsRevisions);
  if (found !== written.toString())
    throw new CommandError(`the target has ${found}, but ${written.toString()} were written`);
  await target.finish(state);
  return { revision: state.newest, keepsRevisions, digest: found };
}

/** In etcd one transaction of another program may give several keys one revision. */
function checkRevisions(rows: readonly StoredRow[], seen: Set<number>): void {
  for (const { revision, key } of rows) {
    if (seen.has(revision)) throw new CommandError(`${key} shares revision ${revision} with another key`);
    seen.add(revision);
  }
}

async function digestOf(store: RowStore, withRevisions: boolean): Promise<string> {
  const digest = new RowDigest(withRevisions);
  for await (const rows of store.rows({ newest: !withRevisions })) digest.add(rows);
  return digest.toString();
}
