import { once } from 'node:events';
import { promisify } from 'node:util';
import { gzip, constants } from 'node:zlib';
import {
  type ApiObject,
  StatusError,
  internalError,
  noRepresentation,
  notAcceptable,
} from '../../apimachinery/index.js';
import type { Negotiated, Offer, Presentation } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { Column } from '../../registry/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from '../reading/list.js';
import { type Representation, listHeadOf, representationOf } from './representation.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import type { RequestContext } from '../request-context.js';
import { partialMetadata, tableOf } from './views.js';

const compress = promisify(gzip);
/** Answers up to this size are not worth compressing (upstream: defaultGzipThresholdBytes). */
const GZIP_THRESHOLD = 128 * 1024;

/** What objects can be presented as. */
export const VIEWS: readonly Presentation[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];

/** Chooses how to write the objects of an answer; 406 when the client accepts nothing that is offered. */
export function chooseRepresentation(
  context: RequestContext,
  resource: ServedResource,
  { isList, views = VIEWS }: { isList: boolean; views?: readonly Presentation[] },
): Representation {
  const { serializers, headers } = context;
  const { mediaTypes, streamTypes } = serializers;
  if (!serializers.namesKnownType(headers.accept)) {
    const isReadingList = isList && context.method === 'GET';
    throw noRepresentation(isReadingList ? [...mediaTypes, ...streamTypes] : mediaTypes);
  }
  const negotiated = serializers.negotiate(headers.accept, {
    presentations: views,
    hasLayout: resource.version.type.protobuf !== undefined,
  });
  if (!negotiated) throw notAcceptable(mediaTypes);
  return representationOf(resource, negotiated, {
    isPretty: negotiated.serializer.canIndent && context.isPretty,
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
  if (!serializers.namesKnownType(accept)) throw noRepresentation(serializers.mediaTypes);
  const negotiated = serializers.negotiate(accept, offer);
  if (!negotiated) throw notAcceptable(serializers.mediaTypes);
  return negotiated;
}

/** Answers with a stored object. */
export function sendEntry(
  context: RequestContext,
  status: number,
  representation: Representation,
  entry: CacheEntry,
): void | Promise<void> {
  representation.checkFits(false);
  const { contentType } = representation;
  const send = (body: Buffer): void | Promise<void> =>
    context.method === 'GET'
      ? sendCompressible(context, status, contentType, body)
      : context.send(status, contentType, body);
  const body = representation.object(entry);
  // A stored object in JSON is at hand: its answer waits for nothing.
  return body instanceof Promise ? body.then(send) : send(body);
}

/** Answers with an object that is not stored. */
export async function sendObject(
  context: RequestContext,
  status: number,
  object: object,
  { serializer }: Negotiated,
  type?: ObjectShape,
): Promise<void> {
  const isPretty = serializer.canIndent && context.isPretty;
  context.send(status, serializer.mediaType, await serializer.write(object, { type, isPretty }));
}

/** How an object that is not stored is viewed. */
export interface ObjectView {
  readonly type: ObjectShape;
  readonly group: string;
  readonly columns: readonly Column[];
}

/** Answers 200 with an object that is not stored, in the presentation that was negotiated. */
export async function sendViewed(
  context: RequestContext,
  object: ApiObject,
  negotiated: Negotiated,
  { type, group, columns }: ObjectView,
): Promise<void> {
  const { presentation, metaVersion } = negotiated;
  if (presentation === 'whole') return sendObject(context, 200, object, negotiated, type);
  const includeObject = context.query.get('includeObject') || 'Metadata';
  if (presentation === 'Table') checkIncludeObject(includeObject);
  checkPresentation(presentation, { group, kind: object.kind ?? '', isList: false });
  if (presentation !== 'Table') return sendObject(context, 200, partialMetadata(object, metaVersion), negotiated);
  const meta = { resourceVersion: object.metadata.resourceVersion };
  const source = { columns, shown: (shown: ApiObject) => shown };
  return sendObject(context, 200, tableOf(source, [object], { meta, metaVersion, includeObject }), negotiated);
}

/** Answers with a page of a list; native ones are written in pieces, no faster than the client reads. */
export async function sendList(
  context: RequestContext,
  resource: ServedResource,
  representation: Representation,
  page: ListPage,
): Promise<void> {
  if (!representation.isNative) {
    representation.checkFits(true);
    const body = await representation.list(page.entries, page.meta);
    return sendCompressible(context, 200, representation.contentType, body);
  }
  const size = page.entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  const chunks = await nativeChunks(resource, representation, page);
  if (size <= GZIP_THRESHOLD || wantsGzip(context)) {
    return sendCompressible(context, 200, representation.contentType, Buffer.concat([...chunks]));
  }
  context.writeHead(200, { 'content-type': representation.contentType });
  if (context.method === 'HEAD') return void context.response.end();
  for (const chunk of chunks) {
    if (!context.write(chunk)) await once(context.response, 'drain', { signal: context.signal });
  }
  context.response.end();
}

/** A list put together from the entries' own bytes. */
async function nativeChunks(
  resource: ServedResource,
  { serializer }: Representation,
  { entries, meta }: ListPage,
): Promise<Iterable<Uint8Array>> {
  const lists = await serializer.lists!();
  return lists.join(
    listHeadOf(resource, meta),
    entries.map(({ bytes }) => bytes),
  );
}

function wantsGzip(context: RequestContext): boolean {
  // As the reference: qualities are not weighed, an entry with one does not count.
  return String(context.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim() === 'gzip');
}

function sendCompressible(
  context: RequestContext,
  status: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  if (body.length <= GZIP_THRESHOLD || !wantsGzip(context)) return context.send(status, contentType, body);
  return sendCompressed(context, status, contentType, body);
}

async function sendCompressed(
  context: RequestContext,
  status: number,
  contentType: string,
  body: Buffer,
): Promise<void> {
  const zipped = await compress(body, { level: constants.Z_BEST_SPEED });
  context.send(status, contentType, zipped, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
}

/** Answers with whatever was thrown: a StatusError as it is, anything else as an internal error that tells nothing. */
export async function sendError(context: RequestContext, error: unknown): Promise<void> {
  const { status } = error instanceof StatusError ? error : internalError('an unexpected condition was met');
  if (context.response.headersSent) return void context.response.destroy();
  const headers = headersOf(status);
  const { serializer } = context.serializers.negotiateOrDefault(context.headers.accept);
  const body = await serializer.write(status, { isPretty: serializer.canIndent && context.isPretty });
  context.send(status.code ?? 500, serializer.mediaType, body, headers);
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
