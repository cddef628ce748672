import {
  type ApiObject,
  type Status,
  StatusError,
  internalError,
  noRepresentation,
  notAcceptable,
  unsupportedPatchType,
} from '../../apimachinery/index.js';
import type { AuditTrail } from '../../audit/index.js';
import { type Negotiated, type Offer, type Presentation, stringifyJson } from '../../codecs/index.js';
import type { ReadableResource, ServedResource } from '../../plugin-host/index.js';
import type { Column } from '../../registry/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import { sendCompressible, sendPieces } from './answer-stream.js';
import { AuditedRepresentation } from './audited-representation.js';
import type { Representation } from './representation.js';
import { representationOf } from './representation-of.js';
import { namesPatch } from '../bodies/patch-document.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import type { RequestContext } from '../request-context.js';
import { traceAnswer } from './trace-answer.js';
import { partialMetadata, tableOf } from './views.js';

/** The presentations of objects. */
export const VIEWS: readonly Presentation[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];

/**
 * Checks a request by the route of its path and method: 415 for a patch in an unsupported format, 406 if the Accept
 * header names no format of the route. The reference checks both before anything else, in this order.
 */
export function checkRoute(
  { serializers, headers, method }: RequestContext,
  { hasStreams, ownTypes = [] }: { hasStreams: boolean; ownTypes?: readonly string[] },
): void {
  if (method === 'PATCH' && !namesPatch(headers['content-type'], serializers)) throw unsupportedPatchType();
  if (serializers.namesKnownType(headers.accept)) return;
  const { mediaTypes, streamTypes } = serializers;
  throw noRepresentation([...ownTypes, ...mediaTypes, ...(hasStreams ? streamTypes : [])]);
}

/** Chooses how to write the objects of an answer; 406 when the client accepts nothing that is offered. */
export function chooseRepresentation(
  context: RequestContext,
  resource: ReadableResource,
  { views = VIEWS }: { views?: readonly Presentation[] } = {},
): Representation {
  const { serializers, headers } = context;
  const negotiated = serializers.negotiate(headers.accept, {
    presentations: views,
    hasLayout: resource.version.type.protobuf !== undefined,
  });
  if (!negotiated) throw notAcceptable(serializers.mediaTypes);
  const options = {
    isPretty: context.indents(negotiated),
    includeObject: context.query.get('includeObject') || 'Metadata',
    shared: context.shared,
  };
  const sent = representationOf(resource, negotiated, options);
  if (!context.trail?.wantsResponse || context.info.verb === 'watch') return sent;
  const inJson = { ...negotiated, serializer: serializers.default };
  const isJson = negotiated.serializer === serializers.default && !options.isPretty;
  const json = isJson ? sent : representationOf(resource, inJson, { ...options, isPretty: false });
  const marksEnd = resource.version.type.isUnstructured && negotiated.presentation === 'whole';
  return new AuditedRepresentation({ sent, json, marksEnd }, context.trail);
}

/** Returns how plain objects (reviews, statuses) of a type are written; 406 as above. No views are offered. */
export function negotiatePlain(context: RequestContext, type?: ObjectShape): Negotiated {
  return negotiateOne(context, { presentations: [], hasLayout: type === undefined || type.protobuf !== undefined });
}

/** Returns how an object is written that is not stored but can be viewed as stored ones can; 406 as above. */
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

/** Sends a stored object. */
export function sendEntry(
  context: RequestContext,
  representation: Representation,
  { status, entry }: EntryAnswer,
): void | Promise<void> {
  representation.checkFits(false);
  const { contentType } = representation;
  if (context.span || context.trail)
    return traceAnswer(context, contentType, () => writeEntry(context, representation, { status, entry }));
  return writeEntry(context, representation, { status, entry });
}

function writeEntry(
  context: RequestContext,
  representation: Representation,
  { status, entry }: EntryAnswer,
): void | Promise<void> {
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
  /** The shape of the object; undefined for objects without one. */
  readonly type?: ObjectShape;
}

/** Sends an object that is not stored. */
export async function sendObject(
  context: RequestContext,
  negotiated: Negotiated,
  { status, object, type }: ObjectAnswer,
): Promise<void> {
  const { serializer } = negotiated;
  const isPretty = context.indents(negotiated);
  const body = await serializer.write(object, { type, isPretty });
  if (context.trail) await recordObject(context, context.trail, { object, type });
  context.send(status, { contentType: serializer.mediaType, body });
}

async function recordObject(
  { serializers }: RequestContext,
  trail: AuditTrail,
  { object, type }: Pick<ObjectAnswer, 'object' | 'type'>,
): Promise<void> {
  if ((object as Partial<ApiObject>).kind === 'Status') return trail.sawStatus(object as Status);
  if (!trail.wantsResponse) return;
  const json = await serializers.default.write(object, { type });
  trail.sawResponse(() => json.toString('utf8'));
}

/** An object that is not stored, and how it is viewed. */
export interface ObjectView {
  readonly object: ApiObject;
  readonly type: ObjectShape;
  readonly columns: readonly Column[];
}

/** Responds with 200 and an object that is not stored, in the presentation that was negotiated. */
export async function sendViewed(
  context: RequestContext,
  negotiated: Negotiated,
  { object, type, columns }: ObjectView,
): Promise<void> {
  const { presentation, metaVersion } = negotiated;
  if (presentation === 'whole') return sendObject(context, negotiated, { status: 200, object, type });
  const includeObject = context.query.get('includeObject') || 'Metadata';
  if (presentation === 'Table') checkIncludeObject(includeObject);
  checkPresentation(presentation, { type, kind: object.kind ?? '', isList: false });
  if (presentation !== 'Table') {
    return sendObject(context, negotiated, { status: 200, object: partialMetadata(object, metaVersion) });
  }
  const meta = { resourceVersion: object.metadata.resourceVersion };
  const table = tableOf({ columns }, [{ seen: object }], { meta, metaVersion, includeObject });
  return sendObject(context, negotiated, { status: 200, object: table });
}

/** Sends a page of a list, piece by piece. */
export async function sendList(context: RequestContext, representation: Representation, page: ListPage): Promise<void> {
  representation.checkFits(true);
  const isGone = (): boolean => context.response.destroyed;
  const { contentType } = representation;
  const write = async (): Promise<void> => sendPieces(context, contentType, await representation.list(page, isGone));
  return context.span || context.trail ? traceAnswer(context, contentType, write) : write();
}

const JSON_TYPE = 'application/json';

/**
 * Sends the response for a thrown value: a StatusError unchanged, anything else as an internal error without details.
 */
export async function sendError(context: RequestContext, error: unknown): Promise<void> {
  const { status } = error instanceof StatusError ? error : internalError('an unexpected condition was met');
  if (context.response.headersSent) return void context.response.destroy();
  const headers = headersOf(status);
  const negotiated = context.serializers.negotiate(context.headers.accept, { presentations: [], hasLayout: true });
  const code = status.code ?? 500;
  // Without an acceptable format, the reference indents for every client.
  if (!negotiated) return context.send(code, { contentType: JSON_TYPE, body: stringifyJson(status, 2) }, headers);
  const { serializer } = negotiated;
  context.trail?.sawStatus(status);
  const body = await serializer.write(status, { isPretty: context.indents(negotiated) });
  context.send(code, { contentType: serializer.mediaType, body }, headers);
}

function headersOf(status: { details?: { retryAfterSeconds?: number } }): Record<string, string> {
  const seconds = status.details?.retryAfterSeconds;
  return seconds ? { 'retry-after': String(seconds) } : {};
}

/** Returns the Status of a write that leaves no object to answer with. */
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
