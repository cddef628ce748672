import { type ResourceRequest, storeContextOf } from '../resource-request.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { decodeBody } from '../bodies/decode-body.js';
import { bodySerializer } from '../bodies/parse-body.js';
import { readWriteOptions } from './write-options.js';
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
  const representation = chooseRepresentation(context, resource);
  const serializer = bodySerializer(context, resource.version);
  const options = readWriteOptions(context.query, 'CreateOptions');
  const { fieldValidation } = options;
  const object = await decodeBody(context, expectationOf(request), { fieldValidation, serializer });
  const hub = resource.kind.toHub(resource.version, object);
  const { entry } = await resource.store!.create(storeContextOf(request, options), hub);
  return sendEntry(context, representation, { status: 201, entry });
}

async function createReview(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const negotiated = negotiatePlain(context, resource.version.type);
  const serializer = bodySerializer(context, resource.version);
  const options = readWriteOptions(context.query, 'CreateOptions');
  const { fieldValidation } = options;
  const object = await decodeBody(context, expectationOf(request), { fieldValidation, serializer });
  const { kind, version } = resource;
  const hub = kind.toHub(version, object);
  const answer = await resource.review!.create(storeContextOf(request, options), hub);
  if (answer.kind !== kind.kind) return sendObject(context, negotiated, { status: 201, object: answer });
  const versioned = version.type.canonicalize(kind.fromHub(version, answer as never));
  return sendObject(context, negotiated, { status: 201, object: versioned, type: version.type });
}
