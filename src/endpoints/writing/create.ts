import { type ApiObject, invalidObject } from '../../apimachinery/index.js';
import { matchNamespace } from '../../registry/index.js';
import { managerFrom, trackUpdate } from '../../patch/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { type ResourceRequest, storeContextOf } from '../resource-request.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { decodeBody } from '../bodies/decode-body.js';
import { readWriteOptions } from '../reading/query-options.js';
import { readBody } from '../bodies/request-body.js';
import type { RequestContext } from '../request-context.js';
import { chooseRepresentation, negotiatePlain, sendEntry, sendObject } from '../answers/respond.js';

/** Answers POST on a collection: stores a new object, or carries out the operation a review kind stands for. */
export async function createObject(request: ResourceRequest): Promise<void> {
  return request.resource.store ? createStored(request) : createReview(request);
}

/** What a body of the resource itself is expected to be. */
export function expectationOf({ resource, options }: ResourceRequest): BodyExpectation {
  const { gvr, kind, version } = resource;
  const { knowsKind } = options;
  return { type: version.type, group: gvr.group, version: gvr.version, kind: kind.kind, knowsKind };
}

async function createStored(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const options = readWriteOptions(context.query, 'CreateOptions');
  const representation = chooseRepresentation(context, resource, { isList: false });
  const bytes = await readBody(context.request);
  const object = await decodeBody(context, bytes, expectationOf(request), options.fieldValidation);
  const hub = resource.kind.toHub(resource.version, object);
  const { entry } = await resource.store!.create(storeContextOf(request, options), hub);
  return sendEntry(context, 201, representation, entry);
}

async function createReview(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const options = readWriteOptions(context.query, 'CreateOptions');
  const negotiated = negotiatePlain(context, resource.version.type);
  const bytes = await readBody(context.request);
  const object = await decodeBody(context, bytes, expectationOf(request), options.fieldValidation);
  const { kind, version } = resource;
  const managedFields = ownersOf(context, version, object, options.fieldManager);
  const hub = kind.toHub(version, object);
  // Shown by answers that hand the object back, not by those that make one of their own.
  hub.metadata.managedFields = managedFields;
  matchNamespace(hub, kind.isNamespaced ? context.info.namespace : '');
  const errors = kind.storage.type.validate(hub);
  if (errors.length > 0) throw invalidObject({ group: kind.group, kind: kind.kind }, hub.metadata.name ?? '', errors);
  const { user, info } = context;
  const answer = await resource.review!.create(hub, {
    user,
    namespace: info.namespace,
    subresource: '',
    dryRun: options.dryRun,
    warn: context.warn,
    isEnabled: () => false,
  });
  if (answer.kind !== kind.kind) return sendObject(context, 201, answer, negotiated);
  const versioned = version.type.canonicalize(kind.fromHub(version, answer as never));
  return sendObject(context, 201, versioned, negotiated, version.type);
}

/** What a client is recorded to own of an object that is not stored: all it has sent. */
export function ownersOf(
  context: RequestContext,
  { type, apiVersion }: { type: ObjectShape; apiVersion: string },
  object: ApiObject,
  fieldManager: string,
): ApiObject['metadata']['managedFields'] {
  const manager = managerFrom(fieldManager, context.headers['user-agent']);
  const copy = structuredClone(object);
  trackUpdate({ type, apiVersion, object: copy, manager, subresource: context.info.subresource, now: Date.now() });
  return copy.metadata.managedFields;
}
