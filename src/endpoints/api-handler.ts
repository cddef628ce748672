import {
  type MaybePromise,
  type StatusError,
  badRequest,
  methodNotAllowed,
  namespaceRequired,
  notFound,
  pathNotFound,
  verbNotSupported,
} from '../apimachinery/index.js';
import { isTrue } from '../request/index.js';
import type { ServedResource, ServedSubresource } from '../plugin-host/index.js';
import { checkRoute, chooseRepresentation } from './answers/respond.js';
import { configurationFormat } from './bodies/configuration.js';
import { patchTypeOf } from './bodies/patch-document.js';
import { serveConnection } from './connecting/serve-connection.js';
import { createObject, createReview } from './writing/create.js';
import { deleteCollection, deleteOne } from './writing/delete.js';
import { serveComputed } from './reading/computed.js';
import { getObject } from './reading/get-object.js';
import { listObjects } from './reading/list-objects.js';
import { patchObject } from './writing/patch.js';
import type { RequestContext } from './request-context.js';
import { type ApiHandlerOptions, type StoredRequest, nameOf } from './resource-request.js';
import { serveScale } from './subresources/scale.js';
import { serveSubresource } from './subresources/subresource.js';
import { traceVerb } from './verb-span.js';
import { updateObject } from './writing/update.js';
import { watchObjects } from './watching/watch-objects.js';

/** Handles requests for API objects: finds the resource, and hands the request to the handler of its verb. */
export class ApiHandler {
  constructor(private readonly options: ApiHandlerOptions) {}

  /** Handles a resource request, synchronously where nothing has to be awaited. Throws StatusError for what it rejects. */
  handle(context: RequestContext): MaybePromise<void> {
    const { span } = context;
    return span ? traceVerb(span, context, () => this.route(context)) : this.route(context);
  }

  private route(context: RequestContext): MaybePromise<void> {
    const { resource } = context;
    const { namespace, hasEmptyNamespace, parts, spelling, subresource } = context.info;
    if (!resource) throw pathNotFound();
    if (!fitsScope(resource, context)) throw pathNotFound();
    if (parts.length > 2 && subresource === '') throw pathNotFound();
    if (resource.version.type.isUnstructured) return this.handleCustom(resource, context);
    // An older spelling that is authorized as its own verb leads nowhere.
    if (spelling === 'proxy') throw pathNotFound();
    if (resource.kind.isNamespaced && namespace === '' && context.method !== 'GET' && !hasEmptyNamespace) {
      throw noRoute(resource, context);
    }
    if (subresource !== '') {
      warnOfDeprecation(resource, context);
      if (hasEmptyNamespace) throw namespaceRequired();
      return this.handleSubresource(resource, context);
    }
    return this.handleMain(resource, context);
  }

  /** Custom resources have no routes in the reference: the verb decides, whatever the method (upstream: crdHandler). */
  private handleCustom(resource: ServedResource, context: RequestContext): MaybePromise<void> {
    const { verb, parts, subresource, hasEmptyNamespace } = context.info;
    const { groupResource } = resource.kind;
    warnOfDeprecation(resource, context);
    const served = subresource === '' ? resource : resource.subresources.get(subresource);
    if (!served) throw notFound(groupResource, nameOf(context));
    if (!served.verbs.has(verb)) throw verbNotSupported(groupResource, verb);
    if (hasEmptyNamespace && parts.length > 1) throw namespaceRequired();
    if (verb === 'patch' && !configurationFormat(context)) patchTypeOf(context, resource.version);
    if (ITEM_VERBS.includes(verb) && nameOf(context) === '') throw badRequest('name must be provided');
    // The reference negotiates before it reads anything else of a request.
    const isWhole = served.serves === 'objects' || served.serves === 'status';
    if (isWhole && resource.serves === 'objects' && context.headers.accept !== JSON_TYPE) {
      chooseRepresentation(context, resource);
    }
    if (subresource !== '') return this.serveSubresource(resource, context, served as ServedSubresource);
    return this.serveMain(resource, context);
  }

  private handleMain(resource: ServedResource, context: RequestContext): MaybePromise<void> {
    const { verb, parts, hasEmptyNamespace } = context.info;
    if (!hasRoute(context) || !resource.verbs.has(verb)) {
      if (asksListToWatch(resource, context)) warnOfDeprecation(resource, context);
      throw noRoute(resource, context);
    }
    // Unsupported formats are rejected before any warning about the route is sent.
    checkRoute(context, { hasStreams: context.method === 'GET' && parts.length === 1 });
    warnOfDeprecation(resource, context);
    if (parts.length > 1 && hasEmptyNamespace) throw namespaceRequired();
    return this.serveMain(resource, context);
  }

  private serveMain(resource: ServedResource, context: RequestContext): MaybePromise<void> {
    const { options } = this;
    switch (resource.serves) {
      case 'objects':
        return this.handleStored({ context, resource, options });
      case 'view':
        return serveComputed({ context, resource, options });
      case 'operation':
        return createReview({ context, resource, options });
    }
  }

  private handleStored(request: StoredRequest): MaybePromise<void> {
    switch (request.context.info.verb) {
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

  private handleSubresource(resource: ServedResource, context: RequestContext): MaybePromise<void> {
    const { verb, subresource, parts } = context.info;
    if (verb === 'watch') throw pathNotFound();
    const served = resource.subresources.get(subresource);
    if (!served || resource.serves !== 'objects' || (parts.length > 3 && !isProxied(served))) throw pathNotFound();
    if (nameOf(context) === '') throw badRequest('name must be provided');
    if (served.serves !== 'connection') {
      checkRoute(context, { hasStreams: false });
      if (context.method === 'HEAD') throw methodNotAllowed();
    }
    return this.serveSubresource(resource, context, served);
  }

  private serveSubresource(
    resource: ServedResource,
    context: RequestContext,
    served: ServedSubresource,
  ): MaybePromise<void> {
    if (resource.serves !== 'objects') throw pathNotFound();
    const request: StoredRequest = { context, resource, options: this.options };
    if (served.serves === 'connection') return serveConnection(request, served);
    if (served.serves === 'custom') return serveSubresource(request, served);
    if (served.serves === 'scale') return serveScale(request, served);
    switch (context.info.verb) {
      case 'get':
        return getObject(request);
      case 'update':
        return updateObject(request);
      case 'patch':
        return patchObject(request);
      default:
        throw methodNotAllowed();
    }
  }
}

/** Reports whether paths continue below a subresource: they belong to the backend. */
function isProxied(served: ServedSubresource): boolean {
  return served.serves === 'connection' && served.definition.passage === 'request';
}

function warnOfDeprecation({ deprecation, version }: ServedResource, context: RequestContext): void {
  if (!deprecation) return;
  context.warn(deprecation);
  context.trail?.sawDeprecated(version.declaration.removed);
}

/** Reports whether the path is that of a list which the query asks to be watched. */
function asksListToWatch({ verbs }: ServedResource, { info, query }: RequestContext): boolean {
  // A watch that the path names does not depend on the query.
  return info.verb === 'watch' && info.spelling === '' && isTrue(query.get('watch')) && verbs.has('list');
}

const JSON_TYPE = 'application/json';
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
  if (info.spelling === 'watch') return verbs.has('watch') ? methodNotAllowed() : pathNotFound();
  const isAcrossNamespaces = kind.isNamespaced && info.namespace === '';
  const routes = info.parts.length > 1 ? ITEM_VERBS : isAcrossNamespaces ? ['list'] : COLLECTION_VERBS;
  return routes.some((verb) => verbs.has(verb)) ? methodNotAllowed() : pathNotFound();
}

/**
 * Reports whether a path names an unstructured kind where the reference serves nothing: in the wrong scope, or across
 * namespaces for anything but reading.
 */
export function isBesideUnstructured(context: RequestContext): boolean {
  const { resource, info } = context;
  if (!resource?.version.type.isUnstructured) return false;
  const isAcross = resource.kind.isNamespaced && info.namespace === '' && !info.hasEmptyNamespace;
  return !fitsScope(resource, context) || (isAcross && info.verb !== 'list' && info.verb !== 'watch');
}

/** Objects of a namespaced kind are found below a namespace only, others never are. */
function fitsScope({ kind }: ServedResource, { info }: RequestContext): boolean {
  const isBelow = info.namespace !== '' || info.hasEmptyNamespace;
  if (kind.isNamespaced) return isBelow || info.parts.length === 1;
  return !isBelow || kind.definition.quirks?.nameIsNamespace === true;
}

/**
 * Reports whether a method leads anywhere at a path of this shape. The verb of a request is the one it is authorized by,
 * which others have too: a HEAD request is a get, and a POST to an object a create.
 */
function hasRoute({ info: { parts, verb }, method }: RequestContext): boolean {
  if (method === 'GET') return true;
  if (verb === 'watch') return false;
  const isOfObject = parts.length > 1;
  return method === 'DELETE' || (isOfObject ? method === 'PUT' || method === 'PATCH' : method === 'POST');
}
