import { metaName } from './schema-definitions.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import { type Operation, groupTag, groupTitle, groupVersionPath, groupVersionTitle } from './operation.js';

type Parts = Pick<Operation, 'path' | 'operationId' | 'description' | 'tag'>;

/** What is asked of a group version: its resources. */
export function groupVersionOperation(group: string, version: string, definitions: SchemaDefinitions): Operation {
  const parts = {
    path: `${groupVersionPath(group, version)}/`,
    operationId: `get${groupVersionTitle(group, version)}APIResources`,
    description: 'Lists the resources of this group version.',
    tag: `${groupTag(group)}_${version}`,
  };
  return discovery(parts, definitions, metaName('APIResourceList'));
}

/** What is asked of a group: its versions. */
export function groupOperation(group: string, definitions: SchemaDefinitions): Operation {
  const parts = {
    path: `/apis/${group}/`,
    operationId: `get${groupTitle(group)}APIGroup`,
    description: 'Describes this group.',
    tag: groupTag(group),
  };
  return discovery(parts, definitions, metaName('APIGroup'));
}

/** What is asked of the core group: its versions. */
export function coreVersionsOperation(definitions: SchemaDefinitions): Operation {
  const parts = {
    path: '/api/',
    operationId: 'getCoreAPIVersions',
    description: 'Lists the versions of the core group.',
    tag: 'core',
  };
  return discovery(parts, definitions, metaName('APIVersions'));
}

/** What is asked of the root: all groups. */
export function groupsOperation(definitions: SchemaDefinitions): Operation {
  const parts = { path: '/apis/', operationId: 'getAPIVersions', description: 'Lists all groups.', tag: 'apis' };
  return discovery(parts, definitions, metaName('APIGroupList'));
}

/** What is asked of the server: its version. */
export function versionOperation(definitions: SchemaDefinitions): Operation {
  const parts = {
    path: '/version/',
    operationId: 'getCodeVersion',
    description: 'Tells the version of the server.',
    tag: 'version',
  };
  const answer = definitions.referBuiltIn('io.k8s.apimachinery.pkg.version.Info');
  return { ...parts, method: 'get', parameters: [], shared: [], answers: { 200: answer }, produces: 'json' };
}

function discovery(parts: Parts, definitions: SchemaDefinitions, name: string): Operation {
  const kind = name.slice(name.lastIndexOf('.') + 1);
  const answer = definitions.referBuiltIn(name, [{ group: '', version: 'v1', kind }]);
  return { ...parts, method: 'get', parameters: [], shared: [], answers: { 200: answer }, produces: 'object' };
}
