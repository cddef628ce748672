import { checkUid } from '../../registry/index.js';
import { type ResourceRequest, authorizeCreate, nameOf, storeContextOf } from '../resource-request.js';
import { expectationOf } from './create.js';
import { checkIdentity } from './identity.js';
import { decodeBody } from '../bodies/decode-body.js';
import { readWriteOptions } from './write-options.js';
import { readBody } from '../bodies/request-body.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';

/** Answers PUT on an object or its status: replaces it, or creates it where the kind allows that. */
export async function updateObject(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const options = readWriteOptions(context.query, 'UpdateOptions');
  const representation = chooseRepresentation(context, resource, { isList: false });
  const bytes = await readBody(context.request);
  const object = await decodeBody(context, bytes, expectationOf(request), options.fieldValidation);
  const name = nameOf(context);
  checkIdentity(object, name, resource.kind.isNamespaced ? context.info.namespace : '');
  const hub = resource.kind.toHub(resource.version, object);
  const written = await resource.store!.update(
    storeContextOf(request, options),
    name,
    async (current) => {
      if (!current) await authorizeCreate(request);
      checkUid(resource.kind, hub, current, context.info.namespace);
      // Written over by the store; a second try must find it as it was sent.
      return structuredClone(hub);
    },
    { createMissing: resource.kind.definition.putCreates && context.info.subresource === '' },
  );
  return sendEntry(context, written.created ? 201 : 200, representation, written.entry);
}
