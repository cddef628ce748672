import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { ReviewResource, ServedResource } from '../../plugin-host/index.js';
import { type Steps, doInTurns, settled } from '../../observability/index.js';
import { type ResourceRequest, type StoredRequest, storeContextOf } from '../resource-request.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { decodeBody } from '../bodies/decode-body.js';
import { bodySerializer } from '../bodies/parse-body.js';
import { readWriteOptions } from './write-options.js';
import { chooseRepresentation, negotiatePlain, sendEntry, sendObject } from '../answers/respond.js';

/** Returns the expected kind and version of a body of the resource itself. */
export function expectationOf({ resource, options }: ResourceRequest): BodyExpectation {
  const { gvr, kind, version } = resource;
  const { kinds } = options;
  const otherVersion = otherVersionsOf(resource);
  return { type: version.type, group: gvr.group, version: gvr.version, kind: kind.kind, kinds, otherVersion };
}

/** The versions, served or not, that a body may name: a patched document is read in the one it names, and converted. */
function otherVersionsOf({ kind, version }: ServedResource): BodyExpectation['otherVersion'] {
  return (apiVersion) => {
    const named = kind.versions.get(apiVersion);
    if (!named) return undefined;
    const convert = (object: ApiObject): MaybePromise<ApiObject> => kind.convertOne(object, named, version);
    return { type: named.type, convert };
  };
}

/** Converts an object of a client to the working version of its request. */
export function toWorking({ kind, version }: ServedResource, object: ApiObject): MaybePromise<ApiObject> {
  return kind.convertOne(object, version, kind.workingVersion(version.apiVersion));
}

/** Handles POST on a collection: stores a new object. */
export async function createObject(request: StoredRequest): Promise<void> {
  const { context, resource } = request;
  const representation = chooseRepresentation(context, resource);
  const serializer = bodySerializer(context, resource.version);
  const options = readWriteOptions(request, 'CreateOptions');
  const { fieldValidation } = options;
  const object = await decodeBody(context, expectationOf(request), { fieldValidation, serializer });
  const working = await toWorking(resource, object);
  context.span?.addEvent('About to store object in database');
  const { entry } = await resource.store.create(storeContextOf(request, options), working);
  context.span?.addEvent('Write to database call succeeded');
  return sendEntry(context, representation, { status: 201, entry });
}

/** Handles POST on a review kind: executes its operation. */
export function createReview(request: ResourceRequest<ReviewResource>): Promise<void> {
  return doInTurns(reviewInSteps(request), request.context.seat.lane);
}

function* reviewInSteps(request: ResourceRequest<ReviewResource>): Steps<void> {
  const { context, resource } = request;
  const negotiated = negotiatePlain(context, resource.version.type);
  const serializer = bodySerializer(context, resource.version);
  const options = readWriteOptions(request, 'CreateOptions');
  const { fieldValidation } = options;
  const object = yield* settled(decodeBody(context, expectationOf(request), { fieldValidation, serializer }));
  const { kind, version } = resource;
  const working = yield* settled(toWorking(resource, object));
  const answer = yield* settled(resource.review.create(storeContextOf(request, options), working));
  if (answer.kind !== kind.kind)
    return yield* settled(sendObject(context, negotiated, { status: 201, object: answer }));
  const shown = yield* settled(kind.convertOne(answer, kind.workingVersion(version.apiVersion), version));
  const versioned = version.type.canonicalize(shown);
  return yield* settled(sendObject(context, negotiated, { status: 201, object: versioned, type: version.type }));
}
