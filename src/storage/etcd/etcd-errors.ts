import { StorageError, compacted, tooLargeRevision, unreachable } from '../storage-error.js';

/** An error of a call (grpc.ServiceError), as far as it is looked at. */
interface CallError {
  readonly code?: number;
  readonly details?: string;
}

/** The status codes of gRPC that errors are distinguished by. */
const CODE = { deadlineExceeded: 4, unavailable: 14 } as const;

const COMPACTED = 'etcdserver: mvcc: required revision has been compacted';
const FUTURE = 'etcdserver: mvcc: required revision is a future revision';
const NO_LEASE = 'etcdserver: requested lease not found';

/** A member refuses every request that asks for a leader so, before it does anything. */
const NO_LEADER = 'etcdserver: no leader';

/** A member that lost its leader while it asked for the newest state: the read has not taken place. */
const LEADER_CHANGED = 'etcdserver: leader changed';

/** Texts of etcd for an operation whose outcome it does not know yet. */
const TIMEOUTS = /^etcdserver: request timed out/;

/** Reports whether a lease was revoked or has expired: the operation did not take place. */
export const isLeaseNotFound = (error: unknown): boolean => (error as CallError).details === NO_LEASE;

/** Reports whether the member could not be reached, so that another one may be asked. */
export const isUnavailable = (error: unknown): boolean =>
  (error as CallError).code === CODE.unavailable && !TIMEOUTS.test((error as CallError).details ?? '');

/** Reports whether a member has refused a request because it has no leader: nothing has happened. */
export const isWithoutLeader = (error: unknown): boolean => (error as CallError).details === NO_LEADER;

/** Reports whether members have elected another leader during a read. */
export const isLeaderChanged = (error: unknown): boolean => (error as CallError).details === LEADER_CHANGED;

/** Reports whether a member did not answer in time: the outcome is unknown. */
export const isTimeout = ({ code, details = '' }: CallError): boolean =>
  code === CODE.deadlineExceeded || TIMEOUTS.test(details);

/** Converts the error of a call into that of the port; `revision` is the one that was asked for. */
export function fromCallError(error: unknown, revision = 0): StorageError {
  if (error instanceof StorageError) return error;
  const { code, details = String(error) } = error as CallError;
  if (details === COMPACTED) return compacted(revision, 0);
  if (details === FUTURE) return tooLargeRevision(revision, 0);
  if (isTimeout({ code, details }) || details === NO_LEADER) {
    return new StorageError('Timeout', `etcd did not answer in time: ${details}`, { cause: error });
  }
  return unreachable(`etcd: ${details}`, error);
}
