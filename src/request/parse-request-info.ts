import { FieldSelector } from '../apimachinery/index.js';
import type { RequestInfo } from './request-info.js';

const SLASH = 47;
const CONNECTING_SUBRESOURCES: ReadonlySet<string> = new Set(['proxy', 'portforward', 'attach', 'exec']);
const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Reads what a request is about from its method, decoded path and query (upstream: RequestInfoFactory). */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const segments = segmentsOf(path);
  const isCore = segments[0] === 'api';
  const versionAt = isCore ? 1 : 2;
  if ((!isCore && segments[0] !== 'apis') || segments.length <= versionAt + 1)
    return nonResource(method, path, segments);
  const group = isCore ? '' : segments[1];
  const version = segments[versionAt];
  let parts = segments.slice(versionAt + 1);
  const spelling = spellingOf(parts);
  if (spelling !== '') parts = parts.slice(1);
  const { namespace, hasEmptyNamespace, resource, name, subresource, parts: located } = locate(parts);
  // Written out and completed in place: every request passes here, and copies of it show in the rate of reads.
  const info: Draft = {
    isResourceRequest: true,
    path,
    verb: spelling || (VERBS[method] ?? ''),
    spelling,
    apiPrefix: segments[0],
    group,
    version,
    namespace,
    hasEmptyNamespace,
    resource,
    subresource,
    name,
    parts: located,
    fieldSelector: undefined,
    labelSelector: undefined,
  };
  completeVerb(info, query);
  return info;
}

/**
 * The segments of a path. Slashes around it say nothing; two in a row have an empty segment between them, as in the
 * reference: what is authorized by it is what is then looked for.
 */
export function segmentsOf(path: string): string[] {
  let start = 0;
  let end = path.length;
  while (start < end && path.charCodeAt(start) === SLASH) start++;
  while (end > start && path.charCodeAt(end - 1) === SLASH) end--;
  const segments: string[] = [];
  for (let i = start; i < end; i++) {
    if (path.charCodeAt(i) !== SLASH) continue;
    segments.push(path.slice(start, i));
    start = i + 1;
  }
  segments.push(path.slice(start, end));
  return segments;
}

/** The path segment before the name of a namespace. */
export const NAMESPACE_SEGMENT = 'namespaces';

/** `/watch/` and `/proxy/` prefixes are older spellings of the query parameter and the subresource. */
function spellingOf(parts: readonly string[]): RequestInfo['spelling'] {
  const [first] = parts;
  return parts.length > 1 && (first === 'watch' || first === 'proxy') ? first : '';
}

type Draft = { -readonly [member in keyof RequestInfo]: RequestInfo[member] };

type Located = Pick<RequestInfo, 'namespace' | 'hasEmptyNamespace' | 'resource' | 'subresource' | 'name' | 'parts'>;

function locate(all: readonly string[]): Located {
  let parts = all;
  let namespace = '';
  let hasEmptyNamespace = false;
  if (parts[0] === NAMESPACE_SEGMENT) {
    if (parts.length > 1) namespace = parts[1];
    hasEmptyNamespace = parts.length > 2 && namespace === '';
    // `status` and `finalize` belong to the namespace itself; everything else is a collection inside it.
    if (parts.length > 2 && parts[2] !== 'status' && parts[2] !== 'finalize') parts = parts.slice(2);
  }
  const [resource = '', name = '', subresource = ''] = parts;
  return { namespace, hasEmptyNamespace, resource, name, subresource, parts };
}

/** Requests without a name are about collections, which have verbs of their own. */
function completeVerb(info: Draft, query: URLSearchParams): void {
  if (info.name === '' && info.verb === 'delete') {
    info.verb = 'deletecollection';
    return readSelectors(info, query);
  }
  if (info.verb !== 'get' && info.verb !== 'watch') return;
  if (info.name !== '') {
    // One object is watched at its own path (specification, OP-04); the reference only reads it there.
    if (info.subresource === '' && isTrue(query.get('watch'))) info.verb = 'watch';
    return;
  }
  info.verb = info.verb === 'watch' || isTrue(query.get('watch')) ? 'watch' : 'list';
  readSelectors(info, query);
  const name = selectedName(info.fieldSelector);
  if (name && !name.includes('/') && !name.includes('%')) info.name = name;
}

/** The one name a field selector leaves, if it does; rules on resource names hold for such lists. */
function selectedName(fieldSelector: string | undefined): string | undefined {
  if (!fieldSelector?.includes('metadata.name')) return undefined;
  try {
    return FieldSelector.parse(fieldSelector).requiresExactMatch('metadata.name');
  } catch {
    // Malformed selectors are refused by the handler, after authorization.
    return undefined;
  }
}

function readSelectors(info: Draft, query: URLSearchParams): void {
  info.fieldSelector = query.get('fieldSelector') ?? undefined;
  info.labelSelector = query.get('labelSelector') ?? undefined;
}

function nonResource(method: string, path: string, parts: readonly string[]): RequestInfo {
  const [apiPrefix = '', group = '', version = ''] = parts;
  const isApi = apiPrefix === 'api' || apiPrefix === 'apis';
  return {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    spelling: '',
    apiPrefix: isApi ? apiPrefix : '',
    group: apiPrefix === 'apis' ? group : '',
    version: apiPrefix === 'apis' ? version : group,
    namespace: '',
    hasEmptyNamespace: false,
    resource: '',
    subresource: '',
    name: '',
    parts,
  };
}

/**
 * Reports whether a boolean query parameter is on: anything but absence, `false` and `0` (facts: validation.json,
 * query).
 */
export function isTrue(value: string | null): boolean {
  return value !== null && !/^(false|0)$/i.test(value);
}

/** Reports whether a request stays open: watches, streams to nodes, and profiles, which take the time they are asked for. */
export function isLongRunning(info: RequestInfo): boolean {
  if (!info.isResourceRequest) return info.path.startsWith('/debug/pprof/');
  return info.verb === 'watch' || mayUpgrade(info) || (info.subresource === 'log' && info.verb === 'get');
}

/** Reports whether the connection of a request may become one of another protocol. */
export function mayUpgrade({ subresource }: RequestInfo): boolean {
  return CONNECTING_SUBRESOURCES.has(subresource);
}
