import { useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../../api/api.js';
import { ApiError } from '../../api/api-error.js';
import { type Resource, pathOf } from '../../api/discovery.js';
import { type Row, keyOf } from '../../model/table-model.js';
import { useSession } from '../../ui/session.js';

/** The state of the deletion of one object. */
export interface Deletion {
  readonly step: 'accepted in a dry run' | 'rejected in a dry run' | 'rejected' | 'deleted' | 'gone already';
  readonly error?: ApiError;
}

/** Deletions of several objects. */
export interface BulkDelete {
  /** By the keys of rows. */
  readonly deletions: ReadonlyMap<string, Deletion>;
  readonly phase: 'trying' | 'tried' | 'deleting' | 'done';
  /** Deletes what the dry run accepted. */
  run(): void;
}

/** Requests that are sent at a time. */
const AT_A_TIME = 4;
const NOT_FOUND = 404;

/** Tries the deletion of objects without effect, then deletes those that the server accepted. */
export function useBulkDelete(resource: Resource, rows: readonly Row[], policy: string): BulkDelete {
  const { api } = useSession();
  const [deletions, setDeletions] = useState<ReadonlyMap<string, Deletion>>(new Map());
  const [phase, setPhase] = useState<BulkDelete['phase']>('trying');
  const controller = useRef(new AbortController());
  const note = (row: Row, deletion: Deletion): void =>
    setDeletions((known) => new Map(known).set(keyOf(row), deletion));
  const { signal } = controller.current;
  useEffect(() => {
    const attempt = async (row: Row): Promise<void> => note(row, await remove(api, { resource, row, signal }));
    void inParallel(rows, attempt, signal).then(() => signal.aborted || setPhase('tried'));
    return () => controller.current.abort();
  }, []);
  const run = (): void => {
    setPhase('deleting');
    const due = rows.filter((row) => deletions.get(keyOf(row))?.step === 'accepted in a dry run');
    const attempt = async (row: Row): Promise<void> => note(row, await remove(api, { resource, row, signal, policy }));
    void inParallel(due, attempt, signal).then(() => signal.aborted || setPhase('done'));
  };
  return { deletions, phase, run };
}

/** Deletes an object, and no later one of its name; by a dry run without a policy. */
async function remove(
  api: Api,
  {
    resource,
    row,
    signal,
    policy,
  }: { readonly resource: Resource; readonly row: Row; readonly signal: AbortSignal; readonly policy?: string },
): Promise<Deletion> {
  const { name, namespace = '', uid } = row.object.metadata;
  const isDryRun = policy === undefined;
  // The server reads no parameters of a deletion that has a body.
  const effect = isDryRun ? { dryRun: ['All'] } : { propagationPolicy: policy };
  const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid }, ...effect };
  try {
    await api.json({ method: 'DELETE', path: pathOf(resource, namespace, name), body, signal });
    return { step: isDryRun ? 'accepted in a dry run' : 'deleted' };
  } catch (fault) {
    const error = ApiError.from(fault);
    if (error.code === NOT_FOUND) return { step: 'gone already' };
    return { step: isDryRun ? 'rejected in a dry run' : 'rejected', error };
  }
}

async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>, signal: AbortSignal): Promise<void> {
  const queue = [...all];
  const next = async (): Promise<void> => {
    for (let each = queue.shift(); each !== undefined && !signal.aborted; each = queue.shift()) await work(each);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}
