import {
  FieldSelector,
  type MaybePromise,
  type StatusError,
  badRequest,
  methodNotAllowed,
  notAcceptable,
  pathNotFound,
  verbNotSupported,
  whenSettled,
} from '../apimachinery/index.js';
import { type RequestInfo, isTrue } from '../request/index.js';
import type { Catalogue, ServedResource, ServedSubresource } from '../plugin-host/index.js';
import { VIEWS, checkRoute, chooseRepresentation, sendEntry, sendList } from './answers/respond.js';
import { serveConnection } from './connecting/serve-connection.js';
import { createObject } from './writing/create.js';
import { deleteCollection, deleteOne } from './writing/delete.js';
import { serveComputed } from './reading/computed.js';
import { listPage } from './reading/list.js';
import { parseResourceVersion, waitFor } from './reading/resource-version.js';
import { patchObject } from './writing/patch.js';
import {
  type ListOptionsQuery,
  checkFields,
  checkListOptions,
  checkWatchOptions,
  readListOptions,
  withWatchDefaults,
} from './reading/list-options.js';
import type { RequestContext } from './request-context.js';
import { type ApiHandlerOptions, type ResourceRequest, nameOf } from './resource-request.js';
import { serveScale } from './subresources/scale.js';
import { serveSubresource } from './subresources/subresource.js';
import { updateObject } from './writing/update.js';
import { serveWatch } from './watching/watch.js';

/** Answers requests for API objects: finds the resource, and hands the request to the handler of its verb. */
export class ApiHandler {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly options: ApiHandlerOptions,
  ) {}

  /** The resource a request is about; undefined where it, or its subresource, is not served. */
  servedBy({ group, version, resource, subresource }: RequestInfo): ServedResource | undefined {
    const served = this.catalogue.resource(group, version, resource);
    return served && (subresource === '' || served.subresources.has(subresource)) ? served : undefined;
  }

  /** Answers a resource request, at once where nothing has to be waited for. Throws StatusError for what cannot be answered. */
  handle(context: RequestContext): MaybePromise<void> {
    const { group, version, resource: plural, namespace, parts, subresource } = context.info;
    const resource = this.catalogue.resource(group, version, plural);
    // An older spelling that is authorized as a verb of its own leads nowhere.
    if (!resource || context.info.verb === 'proxy') throw pathNotFound();
    if (!fitsScope(resource, context)) throw pathNotFound();
    if (parts.length > 2 && subresource === '') throw pathNotFound();
    if (resource.kind.isNamespaced && namespace === '' && context.method !== 'GET') throw noRoute(resource, context);
    const request: ResourceRequest = { context, resource, options: this.options };
    if (subresource !== '') {
      warnOfDeprecation(request);
      return this.handleSubresource(request, subresource);
    }
    return this.handleMain(request);
  }

  private handleMain(request: ResourceRequest): MaybePromise<void> {
    const { context, resource } = request;
    const verb = httpVerb(context);
    if (!resource.verbs.has(verb)) {
      if (asksListToWatch(resource, context)) warnOfDeprecation(request);
      throw noRoute(resource, context);
    }
    // What no route gives is refused before anybody is told what the route is worth.
    checkRoute(context, { hasStreams: context.method === 'GET' && context.info.parts.length === 1 });
    warnOfDeprecation(request);
    if (resource.computed) return serveComputed(request, resource.computed);
    switch (verb) {
      case 'create':
        return createObject(request);
      case 'get':
        return getObject(request);
      case 'list':
        return listObjects(request);
      case 'watch':
        return watchObjects(request);
      case 'update':
        return updateObject(request);
      case 'patch':
        return patchObject(request);
      case 'delete':
        return deleteOne(request);
      case 'deletecollection':
        return deleteCollection(request);
      default:
        throw methodNotAllowed();
    }
  }

  private handleSubresource(request: ResourceRequest, name: string): MaybePromise<void> {
    const { context, resource } = request;
    if (context.info.verb === 'watch') throw pathNotFound();
    const served = resource.subresources.get(name);
    if (!served || (context.info.parts.length > 3 && !leadsOn(served))) throw pathNotFound();
    if (nameOf(context) === '') throw badRequest('name must be provided');
    if (served.serves === 'connection') return serveConnection(request, served);
    checkRoute(context, { hasStreams: false });
    if (served.serves === 'custom') return serveSubresource(request, served);
    if (served.serves === 'scale') return serveScale(request, served);
    switch (context.method) {
      case 'GET':
        return getObject(request);
      case 'PUT':
        return updateObject(request);
      case 'PATCH':
        return patchObject(request);
      default:
        throw methodNotAllowed();
    }
  }
}

/** Whether paths go on below a subresource: they are those of somebody else. */
function leadsOn(served: ServedSubresource): boolean {
  return served.serves === 'connection' && served.definition.passage === 'request';
}

function warnOfDeprecation({ context, resource }: ResourceRequest): void {
  if (resource.deprecation) context.warn(resource.deprecation);
}

/** Whether the path is that of a list which the query asks to be watched. */
function asksListToWatch({ verbs }: ServedResource, { info, query }: RequestContext): boolean {
  return info.verb === 'watch' && isTrue(query.get('watch')) && !isOlderSpelling(info) && verbs.has('list');
}

/** Whether a watch is asked for by its path; its query does not matter then. */
function isOlderSpelling({ path, group, version }: RequestInfo): boolean {
  return path.startsWith(group === '' ? `/api/${version}/watch/` : `/apis/${group}/${version}/watch/`);
}

const ITEM_VERBS = ['get', 'update', 'patch', 'delete'];
const COLLECTION_VERBS = ['list', 'create', 'deletecollection'];

/**
 * 405 where other methods lead somewhere at the path, 404 where none does. A path across namespaces is there for
 * listing only, the older spelling of watches only where there are any.
 */
function noRoute(resource: ServedResource, context: RequestContext): StatusError {
  const { verbs, kind } = resource;
  const { info } = context;
  if (asksListToWatch(resource, context)) return verbNotSupported(kind.groupResource, 'watch');
  if (isOlderSpelling(info)) return verbs.has('watch') ? methodNotAllowed() : pathNotFound();
  const isAcrossNamespaces = kind.isNamespaced && info.namespace === '';
  const routes = info.parts.length > 1 ? ITEM_VERBS : isAcrossNamespaces ? ['list'] : COLLECTION_VERBS;
  return routes.some((verb) => verbs.has(verb)) ? methodNotAllowed() : pathNotFound();
}

/** Objects of a namespaced kind are found below a namespace only, others never are. */
function fitsScope({ kind }: ServedResource, { info }: RequestContext): boolean {
  if (kind.isNamespaced) return info.namespace !== '' || info.parts.length === 1;
  return info.namespace === '' || kind.definition.nameIsNamespace === true;
}

/** The verb by the path's own shape: a field selector for one name is still a list. */
function httpVerb({ info, method }: RequestContext): string {
  const hasName = info.parts.length > 1;
  if (method === 'GET') {
    if (info.verb === 'watch') return 'watch';
    return hasName ? 'get' : 'list';
  }
  if (info.verb === 'watch') return '';
  if (method === 'POST') return hasName ? '' : 'create';
  if (method === 'DELETE') return hasName ? 'delete' : 'deletecollection';
  if (!hasName) return '';
  return method === 'PUT' ? 'update' : method === 'PATCH' ? 'patch' : '';
}

function getObject({ context, resource }: ResourceRequest): MaybePromise<void> {
  const representation = chooseRepresentation(context, resource);
  const requested = context.query.get('resourceVersion');
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  const scope = { namespace, version: resource.version.apiVersion };
  const name = nameOf(context);
  const found = requested
    ? waitFor(resource, parseResourceVersion(requested), requested).then(() => resource.store!.getCached(scope, name))
    : resource.store!.get(scope, name);
  return whenSettled(found, ({ entry }) => sendEntry(context, representation, { status: 200, entry }));
}

async function listObjects({ context, resource }: ResourceRequest): Promise<void> {
  const options = readListOptions(context.query);
  checkListOptions(options);
  const representation = chooseRepresentation(context, resource);
  checkFields(options, resource.version);
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  return sendList(context, representation, await listPage(resource, namespace, options));
}

/** The options of a watch on a single object's path: one on that name. */
function ofOneObject(options: ListOptionsQuery, name: string): ListOptionsQuery {
  if (options.fields.isEverything) return { ...options, fields: FieldSelector.exact('metadata.name', name) };
  if (options.fields.requiresExactMatch('metadata.name') === name) return options;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

async function watchObjects({
  context,
  resource,
  options: { minRequestTimeoutSeconds, watchFeatures },
}: ResourceRequest): Promise<void> {
  const asked = withWatchDefaults(readListOptions(context.query), watchFeatures);
  checkWatchOptions(asked, watchFeatures);
  // The end of the initial objects cannot be marked in a table.
  const views = asked.sendInitialEvents && asked.allowBookmarks ? VIEWS.filter((view) => view !== 'Table') : VIEWS;
  const representation = chooseRepresentation(context, resource, { views });
  checkFields(asked, resource.version);
  const name = nameOf(context);
  const options = name === '' ? asked : ofOneObject(asked, name);
  // Not every format can be streamed.
  if (representation.serializer.stream.offeredAs === undefined) throw notAcceptable(context.serializers.streamTypes);
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  return serveWatch(context, resource, { namespace, options, representation, minRequestTimeoutSeconds });
}
