import { type ApiObject, badRequest } from '../../apimachinery/index.js';
import { FieldSetError } from '../ownership/index.js';
import type { Application } from './application.js';
import { Applying } from './applying.js';
import { checkKind, checkLive, checkUnowned, checkedMembers, describeObject } from './check-configuration.js';
import { KUBECTL, updateLastApplied } from './last-applied.js';
import { type Steps, doAtOnce, doInTurns } from '../../observability/index.js';

/**
 * Applies a configuration to an object, or creates the object from it (upstream: managedfields.FieldManager.Apply).
 * Returns the new object in the request's version, with defaults and with its managedFields. Throws StatusError: 400
 * for a configuration of another kind, 409 where it would change fields of other owners.
 */
export function applyConfiguration(application: Application): ApiObject {
  return doAtOnce(applySteps(application));
}

/** Applies in turns of the event loop where the object is large. */
export function applyInTurns(application: Application): Promise<ApiObject> {
  return doInTurns(applySteps(application));
}

function* applySteps(application: Application): Steps<ApiObject> {
  const { manager, configuration } = application;
  checkKind(application);
  checkUnowned(application);
  const members = checkedMembers(application);
  checkLive(application);
  yield;
  const object = yield* applied({ ...application, configuration: members });
  if (manager === KUBECTL) updateLastApplied(object, configuration);
  return object;
}

function* applied(application: Application): Steps<ApiObject> {
  try {
    return yield* new Applying(application).run();
  } catch (error) {
    if (!(error instanceof FieldSetError)) throw error;
    // The configuration has been validated: the live object has the indistinguishable elements.
    const live = describeObject({ ...application.live });
    throw badRequest(`failed to create typed live object (${live}): ${error.message}`);
  }
}
