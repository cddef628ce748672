import { StorageError, corrupt, isStorageError, unreachable } from '../storage-error.js';

/** An error of the driver or of TypeORM, as far as it is looked at. */
interface DriverError {
  readonly message?: string;
  /** The SQLSTATE of an error that the server reports; the code of Node for others. */
  readonly code?: string;
  readonly driverError?: unknown;
}

const CANCELED = '57014';
const DAMAGED: ReadonlySet<string> = new Set(['XX001', 'XX002']);
/** The message of the driver after its own timeout. */
const NO_ANSWER = 'Query read timeout';
const SQLSTATE = /^[\dA-Z]{5}$/;
/** States after which a connection is of no use: it is closed, or leads to a server that may not write. */
const ENDS_CONNECTION = /^(08|25006|57P)/;

/** Converts the error of a statement into that of the port. It has no values of the statement. */
export function fromStatementError(error: unknown): StorageError {
  if (isStorageError(error)) return error;
  const { code = '', message = String(error) } = rootOf(error);
  if (code === CANCELED || message === NO_ANSWER) {
    return new StorageError('Timeout', `PostgreSQL did not answer in time: ${message}`, { cause: error });
  }
  if (DAMAGED.has(code)) return corrupt(`PostgreSQL: ${message}`, error);
  return unreachable(`PostgreSQL: ${message}`, error);
}

/** Reports whether a connection can be used again after an error of a statement. */
export function isUsableAfter(error: unknown): boolean {
  const { code = '' } = rootOf(error);
  return SQLSTATE.test(code) && !ENDS_CONNECTION.test(code);
}

/** Reports whether the server has said nothing, not even that the statement took too long. */
export function isUnanswered(error: unknown): boolean {
  return rootOf(error).message === NO_ANSWER;
}

function rootOf(error: unknown): DriverError {
  const { driverError } = error as DriverError;
  return driverError === undefined ? (error as DriverError) : rootOf(driverError);
}
