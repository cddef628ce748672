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
  const options = readWriteOptions(request, 'UpdateOptions');
  const sent = await decodeBody(context, expectationOf(request), options);
  const name = nameOf(context);
  checkIdentity(sent, name, resource.kind.isNamespaced ? context.info.namespace : '');
  const object = await toWorking(resource, sent);
  const storeContext = storeContextOf(request, options);
  context.span?.addEvent('About to store object in database');
  const written = await resource.store.replace(storeContext, name, {
    object,
    authorizeCreate: () => authorizeCreate(request),
  });
  context.span?.addEvent('Write to database call succeeded');
  return sendEntry(context, representation, { status: written.created ? 201 : 200, entry: written.entry });
}
