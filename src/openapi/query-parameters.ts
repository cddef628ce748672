import { isWithin } from '../apimachinery/index.js';

/** A parameter of a request, as both dialects describe it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
});

/** Every query parameter of the generic endpoints by name. */
export const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = Object.fromEntries(
  [
    query('allowWatchBookmarks', 'boolean', 'Let a watch report how far it has got by BOOKMARK events.'),
    query('continue', 'string', 'Where the next page begins: the token the last page came with.'),
    query('dryRun', 'string', 'All: check and answer everything, store nothing.'),
    query('fieldManager', 'string', 'Who makes the change, at most 128 printable characters; required for apply.'),
    query('fieldSelector', 'string', 'Only objects whose fields match, such as metadata.name=a.'),
    query('fieldValidation', 'string', 'What unknown and repeated members lead to: Ignore, Warn (default) or Strict.'),
    query('force', 'boolean', 'For apply: take over fields that others own.'),
    query('gracePeriodSeconds', 'integer', 'Seconds the object gets to end; 0 removes it at once.'),
    query(
      'ignoreStoreReadErrorWithClusterBreakingPotential',
      'boolean',
      'Remove an object even though its stored form cannot be read; dangerous.',
    ),
    query('labelSelector', 'string', 'Only objects whose labels match, such as app=web,tier!=db.'),
    query('limit', 'integer', 'Most objects a page holds.'),
    query('orphanDependents', 'boolean', 'Old form of propagationPolicy: true leaves dependents alone.'),
    query('pretty', 'string', 'true indents the answer.'),
    query('propagationPolicy', 'string', 'What becomes of dependents: Orphan, Background or Foreground.'),
    query('resourceVersion', 'string', 'The state to answer from; how exactly, resourceVersionMatch says.'),
    query('resourceVersionMatch', 'string', 'NotOlderThan or Exact.'),
    query('sendInitialEvents', 'boolean', 'Begin a watch with the present objects.'),
    query(
      'shardSelector',
      'string',
      "Only a part of the objects, by ranges of hashes: shardRange(object.metadata.uid, '0x...', '0x...').",
    ),
    query('timeoutSeconds', 'integer', 'Seconds after which the request ends.'),
    query('watch', 'boolean', 'Report changes as they happen instead of a list.'),
  ].map((parameter) => [parameter.name, parameter]),
);

/** The releases that introduced parameters; all releases have the others. Clients look here for what a server knows. */
const INTRODUCED: Readonly<Record<string, string>> = {
  resourceVersionMatch: '1.19',
  fieldValidation: '1.23',
  sendInitialEvents: '1.27',
  ignoreStoreReadErrorWithClusterBreakingPotential: '1.32',
  shardSelector: '1.36',
};

/** Returns the parameters of these names that a release knows. */
export function queryIn(release: string, names: readonly string[]): Parameter[] {
  const known = names.filter((name) => isWithin({ since: INTRODUCED[name] }, release));
  return known.map((name) => QUERY_PARAMETERS[name]);
}

/** Parameters of list requests. */
export const LIST_QUERY: readonly string[] = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'pretty',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'shardSelector',
  'timeoutSeconds',
  'watch',
];

/** Parameters of requests that write an object whole. */
export const WRITE_QUERY: readonly string[] = ['dryRun', 'fieldManager', 'fieldValidation', 'pretty'];

/** Parameters of patches. Clients look for fieldValidation here to see whether the server validates. */
export const PATCH_QUERY: readonly string[] = ['dryRun', 'fieldManager', 'fieldValidation', 'force', 'pretty'];

/** Parameters of a delete. */
export const DELETE_QUERY: readonly string[] = [
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'pretty',
  'propagationPolicy',
];

/** Parameters of a delete of many objects. */
export const DELETE_COLLECTION_QUERY: readonly string[] = [
  ...new Set([...DELETE_QUERY, ...LIST_QUERY.filter((name) => name !== 'allowWatchBookmarks' && name !== 'watch')]),
].sort();

/** Parameters in paths. */
export const PATH_PARAMETERS: Readonly<Record<'name' | 'namespace', (kind: string) => Parameter>> = {
  name: (kind) => ({ name: 'name', in: 'path', type: 'string', description: `Name of the ${kind}.` }),
  namespace: () => ({ name: 'namespace', in: 'path', type: 'string', description: 'Name of the namespace.' }),
};
