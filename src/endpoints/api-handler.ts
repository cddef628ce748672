import {
  type MaybePromise,
  type StatusError,
  badRequest,
  methodNotAllowed,
  namespaceRequired,
  pathNotFound,
  verbNotSupported,
} from '../apimachinery/index.js';
import { type RequestInfo, hasEmptyNamespace, isTrue } from '../request/index.js';
import type { Catalogue, ServedResource, ServedSubresource } from '../plugin-host/index.js';
import { checkRoute } from './answers/respond.js';
import { serveConnection } from './connecting/serve-connection.js';
import { createObject } from './writing/create.js';
import { deleteCollection, deleteOne } from './writing/delete.js';
import { serveComputed } from './reading/computed.js';
import { getObject } from './reading/get-object.js';
import { listObjects } from './reading/list-objects.js';
import { patchObject } from './writing/patch.js';
import type { RequestContext } from './request-context.js';
import { type ApiHandlerOptions, type ResourceRequest, nameOf } from './resource-request.js';
import { serveScale } from './subresources/scale.js';
import { serveSubresource } from './subresources/subresource.js';
import { updateObject } from './writing/update.js';
import { watchObjects } from './watching/watch-objects.js';

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
    const isNowhere = hasEmptyNamespace(context.info);
    if (resource.kind.isNamespaced && namespace === '' && context.method !== 'GET' && !isNowhere) {
      throw noRoute(resource, context);
    }
    const request: ResourceRequest = { context, resource, options: this.options };
    if (subresource !== '') {
      warnOfDeprecation(request);
      if (isNowhere) throw namespaceRequired();
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
    // Unsupported formats are rejected before any warning about the route is sent.
    checkRoute(context, { hasStreams: context.method === 'GET' && context.info.parts.length === 1 });
    warnOfDeprecation(request);
    if (context.info.parts.length > 1 && hasEmptyNamespace(context.info)) throw namespaceRequired();
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

/** Reports whether paths continue below a subresource: they belong to the backend. */
function leadsOn(served: ServedSubresource): boolean {
  return served.serves === 'connection' && served.definition.passage === 'request';
}

function warnOfDeprecation({ context, resource }: ResourceRequest): void {
  if (resource.deprecation) context.warn(resource.deprecation);
}

/** Reports whether the path is that of a list which the query asks to be watched. */
function asksListToWatch({ verbs }: ServedResource, { info, query }: RequestContext): boolean {
  return info.verb === 'watch' && isTrue(query.get('watch')) && !isOlderSpelling(info) && verbs.has('list');
}

/** Reports whether a watch is asked for by its path; its query does not matter then. */
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
  const isBelow = info.namespace !== '' || hasEmptyNamespace(info);
  if (kind.isNamespaced) return isBelow || info.parts.length === 1;
  return !isBelow || kind.definition.nameIsNamespace === true;
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
