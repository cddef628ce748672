import { type OwnWrite, OwnWrites } from '../own-writes.js';
import type { StorageEvent } from '../storage.js';
import type { Connections } from './connections.js';
import type { GuardedWrite, WriteOutcome } from './pending-write.js';

interface OutcomeRow {
  readonly place: number;
  readonly written: number | null;
  readonly created: number | null;
  readonly found: number;
}

/** Receives the changes of each group, in order of revision, before the callers of its writes do. */
export interface GroupObserver {
  /** A revision that the counter must have reached. */
  readonly knownRevision: number;
  /** Called with the changes that the group made; undefined for one whose value is not known here. */
  onWritten(changes: readonly (StorageEvent | undefined)[], first: number): void;
}

/** Carries out groups by one call of a function in the database. */
export class GroupWriter {
  /** The writes that the feed may still deliver. */
  readonly own = new OwnWrites();

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly observer: GroupObserver,
  ) {}

  /** Writes a group. Rejects with StorageError: then it is not known, unless no connection could be made. */
  async write(writes: readonly GuardedWrite[]): Promise<WriteOutcome[]> {
    const own = writes.map(ownWriteOf);
    for (const write of own) this.own.add(write);
    try {
      const outcomes = await this.send(writes);
      this.settle(own, outcomes);
      this.report(writes, outcomes);
      return outcomes;
    } catch (error) {
      for (const write of own) this.own.remove(write);
      throw error;
    }
  }

  private async send(writes: readonly GuardedWrite[]): Promise<WriteOutcome[]> {
    const rows = await this.connections.write<OutcomeRow>({
      name: 'write',
      text: `SELECT * FROM ${this.schema}.write_group($1, $2, $3, $4, $5, $6, $7)`,
      values: [...parametersOf(writes), this.observer.knownRevision],
    });
    const outcomes: WriteOutcome[] = [];
    for (const { place, written, created, found } of rows) {
      outcomes[place - 1] = { written: written ?? undefined, created: created ?? 0, found };
    }
    return outcomes;
  }

  private settle(own: readonly OwnWrite[], outcomes: readonly WriteOutcome[]): void {
    own.forEach((write, place) => {
      const { written } = outcomes[place]!;
      if (written === undefined) this.own.remove(write);
      else this.own.settle(write, written);
    });
  }

  private report(writes: readonly GuardedWrite[], outcomes: readonly WriteOutcome[]): void {
    const changes: (StorageEvent | undefined)[] = [];
    let first = 0;
    // The function gives revisions in the order of the group, without gaps.
    outcomes.forEach((outcome, place) => {
      if (outcome.written === undefined) return;
      first ||= outcome.written;
      changes.push(changeOf(writes[place]!, outcome));
    });
    if (first > 0) this.observer.onWritten(changes, first);
  }
}

function ownWriteOf({ key, value, expected, isDelete }: GuardedWrite): OwnWrite {
  return { key, value, before: expected, isDelete };
}

/** Values go in one parameter, which the driver sends as it is; arrays of values would be sent as digits. */
function parametersOf(writes: readonly GuardedWrite[]): unknown[] {
  return [
    writes.map(({ key }) => key),
    writes.map(({ expected }) => expected),
    writes.map(({ isDelete }) => isDelete),
    writes.map(({ ttlSeconds }) => (ttlSeconds === undefined ? null : Math.round(ttlSeconds * 1000))),
    writes.map(({ value }) => value?.length ?? null),
    Buffer.concat(writes.flatMap(({ value }) => value ?? [])),
  ];
}

function changeOf(
  { key, value, isDelete }: GuardedWrite,
  { written, created }: WriteOutcome,
): StorageEvent | undefined {
  if (!value) return undefined;
  const revision = written!;
  const type = isDelete ? 'delete' : revision === created ? 'create' : 'update';
  return { type, key, revision, createRevision: created, value };
}
