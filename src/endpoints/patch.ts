import { type ApiObject, type JsonValue, unsupportedMediaType, unsupportedPatchType } from '../apimachinery/index.js';
import { PATCH_MEDIA_TYPES, STRATEGIC_MERGE_PATCH, type PatchMediaType, applyPatch } from '../patch/index.js';
import type { ServedSubresource } from '../plugin-host/index.js';
import { type ResourceRequest, nameOf, storeContextOf } from './api-handler.js';
import { expectationOf } from './create.js';
import { type BodyExpectation, type FieldValidation, decodePatched } from './decode-body.js';
import { readWriteOptions } from './query-options.js';
import { readBody } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { chooseRepresentation, negotiatePlain, sendEntry, sendObject } from './respond.js';
import { subresourceRequest, shape } from './subresource.js';
import { checkIdentity } from './update.js';

/** A patch that has been read and can be applied to a current state, as often as it takes. */
export interface PatchDocument {
  /** The object the patch makes of `current`; both are in the version of the request. Throws StatusError. */
  apply(current: ApiObject, options: { fieldValidation?: FieldValidation }): ApiObject;
}

/** Reads the patch of a request; 415 for a media type that is no patch. */
export async function patchDocument(context: RequestContext, expected: BodyExpectation): Promise<PatchDocument> {
  const sent = String(context.headers['content-type'] ?? '').split(';')[0];
  const mediaType = sent.trim();
  if (!PATCH_MEDIA_TYPES.includes(mediaType as PatchMediaType)) throw unsupportedPatchType();
  if (sent !== mediaType) throw unsupportedMediaType(PATCH_MEDIA_TYPES);
  const body = (await readBody(context.request)).toString('utf8');
  return {
    apply(current, { fieldValidation = 'Warn' }) {
      const document = current as unknown as JsonValue;
      const patched = applyPatch({ mediaType: mediaType as PatchMediaType, type: expected.type, document, patch: body, fieldValidation });
      return decodePatched(patched, expected, fieldValidation, context.warn, mediaType === STRATEGIC_MERGE_PATCH);
    },
  };
}

/** Answers PATCH on an object or its status. */
export async function patchObject(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const patch = await patchDocument(context, expectationOf(request));
  const representation = chooseRepresentation(context, resource, false);
  const options = readWriteOptions(context.query, 'PatchOptions');
  const { kind, version } = resource;
  const name = nameOf(context);
  const { entry } = await resource.store!.update(storeContextOf(request, options), name, (current) => {
    const patched = patch.apply(kind.fromHub(version, current!), options);
    checkIdentity(patched, name, kind.isNamespaced ? context.info.namespace : '');
    return kind.toHub(version, patched);
  });
  return sendEntry(context, 200, representation, entry);
}

/** Answers PATCH on a subresource with a handler of its own: reads it, patches it, and hands it in as an update. */
export async function patchSubresource(request: ResourceRequest, served: ServedSubresource): Promise<void> {
  const { context } = request;
  const { group, version, kind } = served.definition;
  const negotiated = negotiatePlain(context);
  const patch = await patchDocument(context, { type: served.type, group, version, kind, hasProtobuf: true });
  const options = readWriteOptions(context.query, 'PatchOptions');
  const current = await served.handler.handle(subresourceRequest(request, 'get', options, undefined));
  const body = patch.apply(current, options);
  const answer = await served.handler.handle(subresourceRequest(request, 'update', options, body));
  return sendObject(context, 200, shape(served, answer), negotiated, served.type);
}
