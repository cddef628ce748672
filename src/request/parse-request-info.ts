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
  const spelling = spellingOf(segments, versionAt + 1);
  const start = spelling === '' ? versionAt + 1 : versionAt + 2;
  const { namespace, hasEmptyNamespace, parts } = locate(segments, start);
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
    resource: parts.length > 0 ? parts[0] : '',
    subresource: parts.length > 2 ? parts[2] : '',
    name: parts.length > 1 ? parts[1] : '',
    parts,
    fieldSelector: undefined,
    labelSelector: undefined,
  };
  completeVerb(info, query);
  return info;
}

/**
 * Returns the segments of a path. Slashes around it say nothing; two in a row have an empty segment between them,
 * as in the reference: what is authorized by it is what is then looked for.
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
function spellingOf(segments: readonly string[], start: number): RequestInfo['spelling'] {
  const first = segments[start];
  return segments.length > start + 1 && (first === 'watch' || first === 'proxy') ? first : '';
}

type Draft = { -readonly [member in keyof RequestInfo]: RequestInfo[member] };

type Located = Pick<RequestInfo, 'namespace' | 'hasEmptyNamespace' | 'parts'>;

/** Reads the segments from `start` on, which are after the version. */
function locate(segments: readonly string[], start: number): Located {
  if (segments[start] !== NAMESPACE_SEGMENT) return located('', false, segments.slice(start));
  const count = segments.length - start;
  const namespace = count > 1 ? segments[start + 1] : '';
  if (count < 3) return located(namespace, false, segments.slice(start));
  const part = segments[start + 2];
  // `status` and `finalize` belong to the namespace itself; everything else is a collection inside it.
  const isOfNamespace = part === 'status' || part === 'finalize';
  return located(namespace, namespace === '', segments.slice(isOfNamespace ? start : start + 2));
}

function located(namespace: string, hasEmptyNamespace: boolean, parts: readonly string[]): Located {
  return { namespace, hasEmptyNamespace, parts };
}

/** Requests without a name are about collections, which have their own verbs. */
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
