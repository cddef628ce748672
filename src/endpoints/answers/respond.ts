import {
  type ApiObject,
  StatusError,
  internalError,
  noRepresentation,
  notAcceptable,
  unsupportedPatchType,
} from '../../apimachinery/index.js';
import type { Negotiated, Offer, Presentation } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { Column } from '../../registry/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from '../reading/list.js';
import { sendCompressible, sendPieces } from './answer-stream.js';
import type { Representation } from './representation.js';
import { representationOf } from './representation-of.js';
import { namesPatch } from '../bodies/patch-document.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import type { RequestContext } from '../request-context.js';
import { partialMetadata, tableOf } from './views.js';

/** What objects can be presented as. */
export const VIEWS: readonly Presentation[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];

/**
 * Holds a request against the route its path and method lead to: 415 for a patch in no form of patches, 406 where the
 * Accept header names nothing that the route gives. The reference asks both before anything else, in this order.
 */
export function checkRoute(
  { serializers, headers, method }: RequestContext,
  { hasStreams }: { hasStreams: boolean },
): void {
  if (method === 'PATCH' && !namesPatch(headers['content-type'], serializers)) throw unsupportedPatchType();
  if (serializers.namesKnownType(headers.accept)) return;
  const { mediaTypes, streamTypes } = serializers;
  throw noRepresentation(hasStreams ? [...mediaTypes, ...streamTypes] : mediaTypes);
}

/** Chooses how to write the objects of an answer; 406 when the client accepts nothing that is offered. */
export function chooseRepresentation(
  context: RequestContext,
  resource: ServedResource,
  { views = VIEWS }: { views?: readonly Presentation[] } = {},
): Representation {
  const { serializers, headers } = context;
  const negotiated = serializers.negotiate(headers.accept, {
    presentations: views,
    hasLayout: resource.version.type.protobuf !== undefined,
  });
  if (!negotiated) throw notAcceptable(serializers.mediaTypes);
  return representationOf(resource, negotiated, {
    isPretty: context.indents(negotiated),
    includeObject: context.query.get('includeObject') || 'Metadata',
  });
}

/** How plain objects (reviews, statuses) of a type are written; 406 as above. No views are offered. */
export function negotiatePlain(context: RequestContext, type?: ObjectShape): Negotiated {
  return negotiateOne(context, { presentations: [], hasLayout: type === undefined || type.protobuf !== undefined });
}

/** How an object is written that is not stored but can be viewed as stored ones can; 406 as above. */
export function negotiateViews(context: RequestContext): Negotiated {
  return negotiateOne(context, { presentations: VIEWS, hasLayout: true });
}

function negotiateOne({ headers: { accept }, serializers }: RequestContext, offer: Offer): Negotiated {
  const negotiated = serializers.negotiate(accept, offer);
  if (!negotiated) throw notAcceptable(serializers.mediaTypes);
  return negotiated;
}

/** An answer with a stored object. */
export interface EntryAnswer {
  readonly status: number;
  readonly entry: CacheEntry;
}

/** Answers with a stored object. */
export function sendEntry(
  context: RequestContext,
  representation: Representation,
  { status, entry }: EntryAnswer,
): void | Promise<void> {
  representation.checkFits(false);
  const { contentType } = representation;
  const body = representation.object(entry);
  // A stored object in JSON is at hand: its answer waits for nothing, and needs no closure.
  return body instanceof Promise
    ? sendLater(context, status, { contentType, body })
    : sendCompressible(context, status, { contentType, body });
}

async function sendLater(
  context: RequestContext,
  status: number,
  { contentType, body }: { contentType: string; body: Promise<Buffer> },
): Promise<void> {
  return sendCompressible(context, status, { contentType, body: await body });
}

/** An answer with an object that is not stored. */
export interface ObjectAnswer {
  readonly status: number;
  readonly object: object;
  /** The shape of the object; undefined for those that have none of their own. */
  readonly type?: ObjectShape;
}

/** Answers with an object that is not stored. */
export async function sendObject(
  context: RequestContext,
  negotiated: Negotiated,
  { status, object, type }: ObjectAnswer,
): Promise<void> {
  const { serializer } = negotiated;
  const isPretty = context.indents(negotiated);
  const body = await serializer.write(object, { type, isPretty });
  context.send(status, { contentType: serializer.mediaType, body });
}

/** An object that is not stored, and how it is viewed. */
export interface ObjectView {
  readonly object: ApiObject;
  readonly type: ObjectShape;
  readonly group: string;
  readonly columns: readonly Column[];
}

/** Answers 200 with an object that is not stored, in the presentation that was negotiated. */
export async function sendViewed(
  context: RequestContext,
  negotiated: Negotiated,
  { object, type, group, columns }: ObjectView,
): Promise<void> {
  const { presentation, metaVersion } = negotiated;
  if (presentation === 'whole') return sendObject(context, negotiated, { status: 200, object, type });
  const includeObject = context.query.get('includeObject') || 'Metadata';
  if (presentation === 'Table') checkIncludeObject(includeObject);
  checkPresentation(presentation, { group, kind: object.kind ?? '', isList: false });
  if (presentation !== 'Table') {
    return sendObject(context, negotiated, { status: 200, object: partialMetadata(object, metaVersion) });
  }
  const meta = { resourceVersion: object.metadata.resourceVersion };
  const source = { columns, shown: (shown: ApiObject) => shown };
  const table = tableOf(source, [object], { meta, metaVersion, includeObject });
  return sendObject(context, negotiated, { status: 200, object: table });
}

/** Answers with a page of a list, piece by piece. */
export async function sendList(context: RequestContext, representation: Representation, page: ListPage): Promise<void> {
  representation.checkFits(true);
  const isGone = (): boolean => context.response.destroyed;
  return sendPieces(context, representation.contentType, await representation.list(page, isGone));
}

/** Answers with whatever was thrown: a StatusError as it is, anything else as an internal error that tells nothing. */
export async function sendError(context: RequestContext, error: unknown): Promise<void> {
  const { status } = error instanceof StatusError ? error : internalError('an unexpected condition was met');
  if (context.response.headersSent) return void context.response.destroy();
  const headers = headersOf(status);
  const negotiated = context.serializers.negotiateOrDefault(context.headers.accept);
  const { serializer } = negotiated;
  const body = await serializer.write(status, { isPretty: context.indents(negotiated) });
  context.send(status.code ?? 500, { contentType: serializer.mediaType, body }, headers);
}

function headersOf(status: { details?: { retryAfterSeconds?: number } }): Record<string, string> {
  const seconds = status.details?.retryAfterSeconds;
  return seconds ? { 'retry-after': String(seconds) } : {};
}

/** The Status of a write that leaves no object to answer with. */
export function successStatus(resource: ServedResource, object: ApiObject): object {
  const { group } = resource.gvr;
  const details = {
    name: object.metadata.name,
    ...(group && { group }),
    kind: resource.gvr.resource,
    uid: object.metadata.uid,
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
