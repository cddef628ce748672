import {
  FieldPath,
  StatusError,
  badRequest,
  conflict,
  forbiddenResource,
  invalid,
  invalidObject,
  isAlreadyExists,
  isConflict,
  isNotFound,
  notFound,
} from '../../../src/plugin-api/index.js';

const DOCKS = { group: 'docks.example.com', resource: 'docks' };

/** Throws what the client gets as 400, 403, 404, 409 and 422. */
export function refuse(fault: 'text' | 'user' | 'name' | 'state' | 'length', name: string): never {
  if (fault === 'text') throw badRequest('the name of a ship is missing');
  if (fault === 'user') throw forbiddenResource(DOCKS, name, 'only its maker may use it');
  if (fault === 'name') throw notFound(DOCKS, name);
  if (fault === 'state') throw conflict(DOCKS, name, 'a ship is in it');
  const error = invalid(FieldPath.of('spec', 'length'), 3, 'no ship is that short');
  throw invalidObject({ group: DOCKS.group, kind: 'Dock' }, name, [error]);
}

/** Returns what to do about a failure of a store or a client. */
export function remedyFor(error: unknown): string {
  if (isNotFound(error)) return 'create it';
  if (isAlreadyExists(error)) return 'use it';
  if (isConflict(error)) return 'read it again';
  return error instanceof StatusError ? `nothing: ${error.status.message ?? error.code}` : 'nothing';
}
