import { type ApiObject, copyInSteps } from '../../apimachinery/index.js';
import { doInTurns } from '../../observability/index.js';
import { checkUid, dropRepeatedOwners } from '../../registry/index.js';
import { type StoredRequest, authorizeCreate, nameOf, storeContextOf } from '../resource-request.js';
import { expectationOf, toWorking } from './create.js';
import { checkIdentity } from './identity.js';
import { decodeBody } from '../bodies/decode-body.js';
import { readWriteOptions } from './write-options.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';

/** Handles PUT on an object or its status: replaces it, or creates it, by its status too, where the kind allows that. */
export async function updateObject(request: StoredRequest): Promise<void> {
  const { context, resource } = request;
  const representation = chooseRepresentation(context, resource);
  const options = readWriteOptions(context.query, 'UpdateOptions');
  const object = await decodeBody(context, expectationOf(request), options);
  const name = nameOf(context);
  checkIdentity(object, name, resource.kind.isNamespaced ? context.info.namespace : '');
  const working = await toWorking(resource, object);
  dropRepeatedOwners(working, context.warn, 'body');
  const { apiVersion } = resource.version;
  const next = async (current: ApiObject | undefined): Promise<ApiObject> => {
    if (!current) await authorizeCreate(request);
    checkUid(resource.kind, working, {
      namespace: context.info.namespace,
      current,
      apiVersion,
      dryRun: options.dryRun,
    });
    // Written over by the store; a second try must find it as it was sent.
    return doInTurns(copyInSteps(working));
  };
  const store = resource.store;
  const allowsCreate = resource.kind.definition.putCreates;
  const storeContext = storeContextOf(request, options);
  context.span?.addEvent('About to store object in database');
  const written = await (allowsCreate
    ? store.createOrUpdate(storeContext, name, next)
    : store.update(storeContext, name, next));
  context.span?.addEvent('Write to database call succeeded');
  return sendEntry(context, representation, { status: written.created ? 201 : 200, entry: written.entry });
}
