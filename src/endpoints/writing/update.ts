import { type ApiObject, badRequest, conflict } from '../../apimachinery/index.js';
import type { ResolvedKind } from '../../registry/index.js';
import { type ResourceRequest, authorizeCreate, nameOf, storeContextOf } from '../resource-request.js';
import { expectationOf } from './create.js';
import { decodeBody } from '../bodies/decode-body.js';
import { readWriteOptions } from '../reading/query-options.js';
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

/** 400 where a body is about another object than the path. */
export function checkIdentity({ metadata }: ApiObject, name: string, namespace: string): void {
  if (!metadata.name)
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (metadata.namespace && namespace !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** 409 where a body names the uid of another object, or of one that is gone. */
export function checkUid(
  kind: ResolvedKind,
  object: ApiObject,
  current: ApiObject | undefined,
  namespace: string,
): void {
  const { uid, name = '' } = object.metadata;
  if (!uid || uid === current?.metadata.uid) return;
  const failed = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current?.metadata.uid ?? ''}`;
  const where = `Key: ${kind.keyOf(kind.isNamespaced ? namespace : '', name)}, ResourceVersion: 0`;
  const why = `StorageError: invalid object, Code: 4, ${where}, AdditionalErrorMsg: ${failed}`;
  throw conflict(kind.groupResource, name, why);
}
