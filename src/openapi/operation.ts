import type { GroupVersionKind } from '../apimachinery/index.js';
import type { Parameter } from './query-parameters.js';
import type { Schema } from './schema.js';

/** The HTTP methods that occur. */
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head' | 'options';

/** The media types of a response. */
export type Produces = 'object' | 'plain' | 'list' | 'json' | 'keySet' | 'text' | 'anything';

/** One operation, in a form that is independent of the dialect. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly operationId: string;
  readonly description: string;
  readonly tag: string;
  /** The action, by which clients group operations; absent outside resources. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly deprecated?: boolean;
  /** Its parameters but for the body. Those that all operations of a path have are described with the path. */
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  /** Objects that the body may be. */
  readonly examples?: readonly object[];
  readonly isBodyRequired?: boolean;
  /** Media types of the body; any when not set, omitted if empty. */
  readonly consumes?: readonly string[];
  /** Successful answers by code. */
  readonly answers: Readonly<Record<string, Schema>>;
  readonly produces: Produces;
}

/** Media types of answers. */
export const PRODUCES: Readonly<Record<Produces, readonly string[]>> = {
  object: ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  plain: ['application/json', 'application/yaml'],
  list: [
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    'application/json;stream=watch',
    'application/vnd.kubernetes.protobuf;stream=watch',
  ],
  json: ['application/json'],
  keySet: ['application/jwk-set+json'],
  text: ['text/plain', 'application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  anything: ['*/*'],
};

/** Media types of patches. */
export const PATCH_TYPES: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
];

/** Description of an answer by its code. */
export const ANSWERS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
};

/** Returns the path of a group version: `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/**
 * Returns a text as operation ids show it: letters, digits and underscores, with the first letter of each word in
 * upper case (upstream: ToValidOperationID).
 */
export function identifier(text: string): string {
  const words = text.replace(/^\d/, ' ').split(/[^\p{L}\d_]+/u);
  return words.map(capitalize).join('');
}

/** Returns a group as operation ids show it: `Core`, `Apps`, `RbacAuthorization`. */
export function groupTitle(group: string): string {
  return group === '' ? 'Core' : identifier(group.replace(/\.k8s\.io$/, ''));
}

/** Returns a group as tags show it: `core`, `apps`, `rbacAuthorization`. */
export function groupTag(group: string): string {
  return tagOf(groupTitle(group), group);
}

/** Returns a group version as tags show it: `apps_v1`. */
export function groupVersionTag(group: string, version: string): string {
  return `${groupTag(group)}_${tagOf(identifier(version), version)}`;
}

/** Returns a group and version as operation ids show them: `AppsV1`. */
export function groupVersionTitle(group: string, version: string): string {
  return groupTitle(group) + identifier(version);
}

/** The first letter is kept as it is, unless something was left out before it. */
function tagOf(title: string, text: string): string {
  return /^\d/.test(text) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** Returns a word with its first letter in upper case. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
