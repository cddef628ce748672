import type { Json } from '../test-client.js';

/** The state of an object that was acknowledged to a client: its content, and its revision. */
export interface KnownState {
  readonly mark: string;
  readonly revision: number;
}

/** Something a client asked for: to write a mark, or to delete. */
export type Attempt = { readonly writes: string } | 'delete';

interface Account {
  /** Undefined when the object is known not to be there. */
  acknowledged: KnownState | undefined;
  /** The write that was sent and has not been acknowledged. */
  underWay: Attempt | undefined;
}

/** The annotation that identifies the last write of an object. */
export const MARK = 'example.com/mark';

/** The acknowledged writes, object by object; each object has one client that sends one write at a time. */
export class Ledger {
  /** How many writes were acknowledged in all. */
  acknowledged = 0;
  private readonly accounts = new Map<string, Account>();
  /** Revisions of the writes acknowledged since the last comparison. */
  private revisions: number[] = [];

  /** Returns the known state of an object. */
  stateOf(path: string): KnownState | undefined {
    return this.accounts.get(path)?.acknowledged;
  }

  /** Something is asked for. */
  begin(path: string, attempt: Attempt): void {
    this.accounts.set(path, { acknowledged: this.stateOf(path), underWay: attempt });
  }

  /** It was done; `object` is what the answer said, undefined for a deletion. */
  succeed(path: string, object: Json | undefined): void {
    const acknowledged = object && stateIn(object);
    if (acknowledged) this.revisions.push(acknowledged.revision);
    this.accounts.set(path, { acknowledged, underWay: undefined });
    this.acknowledged++;
  }

  /** It was refused. */
  refuse(path: string): void {
    this.accounts.set(path, { acknowledged: this.stateOf(path), underWay: undefined });
  }

  /**
   * Compares the objects that are found, by path, with the known states, and returns every difference; the found states
   * are known from then on. `before` is a revision older than all writes since the last time, `now` that of the list.
   */
  compare(found: ReadonlyMap<string, Json>, { before, now }: { before: number; now: number }): string[] {
    const faults = this.revisionFaults(before, now);
    for (const path of found.keys()) if (!this.accounts.has(path)) faults.push(`${path} was written by nobody`);
    for (const [path, account] of this.accounts) {
      const object = found.get(path);
      const state = object && stateIn(object);
      const fault = faultOf(account, state);
      if (fault) faults.push(`${path}: ${fault}, known ${JSON.stringify(account)}, found ${JSON.stringify(state)}`);
      if (state && state.revision > now) faults.push(`${path} is at ${state.revision}, its list at ${now}`);
      this.accounts.set(path, { acknowledged: state, underWay: undefined });
    }
    return faults;
  }

  private revisionFaults(before: number, now: number): string[] {
    const { revisions } = this;
    this.revisions = [];
    const faults: string[] = [];
    if (new Set(revisions).size < revisions.length) faults.push('a revision was given twice');
    if (revisions.some((revision) => revision <= before)) faults.push(`a write got a revision not after ${before}`);
    if (revisions.some((revision) => revision > now))
      faults.push(`the list is at ${now}, older than a write before it`);
    return faults;
  }
}

/** Returns the state of an object. */
export function stateIn({ metadata }: Json): KnownState {
  return { mark: metadata.annotations?.[MARK] as string, revision: Number(metadata.resourceVersion) };
}

/** The faults of a state; undefined when it is the known one, or that of what was under way. */
function faultOf({ acknowledged, underWay }: Account, found: KnownState | undefined): string | undefined {
  if (found?.mark === acknowledged?.mark)
    return found?.revision === acknowledged?.revision ? undefined : 'other revision';
  const wanted = underWay === 'delete' ? undefined : underWay?.writes;
  if (underWay && found?.mark === wanted) return undefined;
  return found ? 'is not what was acknowledged' : 'is gone though it was acknowledged';
}
