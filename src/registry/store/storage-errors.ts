import {
  type GroupResource,
  MODIFIED_MESSAGE,
  type StatusError,
  alreadyExists,
  conflict,
  expired,
  failure,
  internalError,
  notFound,
  timeout,
} from '../../apimachinery/index.js';
import { isStorageError, type StorageError } from '../../storage/index.js';

/** Converts what the store threw into what a client sees. Anything that is no StorageError is passed on as it is. */
export function fromStorageError(error: unknown, resource: GroupResource, name: string): unknown {
  return isStorageError(error) ? translate(error, resource, name) : error;
}

/** Awaits the store, and converts its errors to Status errors. */
export async function orStatusError<T>(work: Promise<T>, resource: GroupResource, name = ''): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fromStorageError(error, resource, name);
  }
}

function translate(error: StorageError, resource: GroupResource, name: string): StatusError {
  switch (error.code) {
    case 'KeyNotFound':
      return notFound(resource, name);
    case 'KeyExists':
      return alreadyExists(resource, name);
    case 'Conflict':
      return conflict(resource, name, MODIFIED_MESSAGE);
    case 'Compacted':
      return expired('The resourceVersion for the provided list is too old.');
    case 'TooLargeRevision':
      return tooLargeResourceVersion(0, error.revision ?? 0);
    case 'Timeout':
      return timeout('the store did not answer in time', { retryAfterSeconds: 1 });
    case 'Unreachable':
      return failure(500, 'the store cannot be used at the moment', {
        reason: 'InternalError',
        details: { causes: [{ message: 'the store cannot be used at the moment' }] },
        cause: error,
      });
    case 'Corrupt':
      return internalError('the stored data is damaged', error);
  }
}

/** Returns a 504: a resourceVersion that has not happened yet; clients are asked to try again unless `isFinal`. */
export function tooLargeResourceVersion(requested: number | bigint, current: number, isFinal = false): StatusError {
  return timeout(`Timeout: Too large resource version: ${requested}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    ...(isFinal ? {} : { retryAfterSeconds: 1 }),
  });
}
