import { metaName } from './definition-names.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import {
  type Operation,
  groupTag,
  groupTitle,
  groupVersionPath,
  groupVersionTag,
  groupVersionTitle,
} from './operation.js';

type Parts = Pick<Operation, 'path' | 'operationId' | 'description' | 'tag'>;

/** Returns the operation of a group version: its resources. */
export function groupVersionOperation(group: string, version: string, definitions: SchemaDefinitions): Operation {
  const parts = {
    path: `${groupVersionPath(group, version)}/`,
    operationId: `get${groupVersionTitle(group, version)}APIResources`,
    description: 'Lists the resources of this group version.',
    tag: groupVersionTag(group, version),
  };
  return discovery(parts, definitions, metaName('APIResourceList'));
}

/** Returns the operation of a group: its versions. */
export function groupOperation(group: string, definitions: SchemaDefinitions): Operation {
  const parts = {
    path: `/apis/${group}/`,
    operationId: `get${groupTitle(group)}APIGroup`,
    description: 'Describes this group.',
    tag: groupTag(group),
  };
  return discovery(parts, definitions, metaName('APIGroup'));
}

/** Returns the operation of the core group: its versions. */
export function coreVersionsOperation(definitions: SchemaDefinitions): Operation {
  const parts = {
    path: '/api/',
    operationId: 'getCoreAPIVersions',
    description: 'Lists the versions of the core group.',
    tag: 'core',
  };
  return discovery(parts, definitions, metaName('APIVersions'));
}

/** Returns the operation of the root: all groups. */
export function groupsOperation(definitions: SchemaDefinitions): Operation {
  const parts = { path: '/apis/', operationId: 'getAPIVersions', description: 'Lists all groups.', tag: 'apis' };
  return discovery(parts, definitions, metaName('APIGroupList'));
}

/** Returns the operation of the server: its version. */
export function versionOperation(definitions: SchemaDefinitions): Operation {
  const parts = {
    path: '/version/',
    operationId: 'getCodeVersion',
    description: 'Returns the version of the server.',
    tag: 'version',
  };
  const answer = definitions.referBuiltIn('io.k8s.apimachinery.pkg.version.Info');
  return { ...parts, method: 'get', parameters: [], answers: { 200: answer }, produces: 'json' };
}

/** Returns the issuer's description, by which others verify service account tokens. */
export function issuerOperation(): Operation {
  return {
    path: '/.well-known/openid-configuration/',
    operationId: 'getServiceAccountIssuerOpenIDConfiguration',
    description: 'Describes the issuer of service account tokens (OpenID Connect Discovery).',
    tag: 'WellKnown',
    produces: 'json',
    ...TEXT_OPERATION,
  };
}

/** Returns the issuer's keys, by which others verify service account tokens. */
export function keySetOperation(): Operation {
  return {
    path: '/openid/v1/jwks/',
    operationId: 'getServiceAccountIssuerOpenIDKeyset',
    description: 'Gives the public keys that service account tokens are signed with.',
    tag: 'openid',
    produces: 'keySet',
    ...TEXT_OPERATION,
  };
}

const TEXT_OPERATION = {
  method: 'get',
  parameters: [],
  consumes: [],
  answers: { 200: { type: 'string' } },
} as const;

function discovery(parts: Parts, definitions: SchemaDefinitions, name: string): Operation {
  const answer = definitions.referBuiltIn(name);
  return { ...parts, method: 'get', parameters: [], answers: { 200: answer }, produces: 'object' };
}
