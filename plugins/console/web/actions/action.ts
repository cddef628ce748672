import type { ApiRequest } from '../api/api.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { AccessAttributes } from '../api/may.js';
import { type ActionTarget, kubectlIn, slashName } from './kubectl.js';

/** A change of an object in one request, which can be tried by a dry run. */
export interface Action {
  readonly title: string;
  readonly explanation: string;
  /** True if it is done with a number of replicas. */
  readonly takesReplicas?: boolean;
  appliesTo(target: ActionTarget): boolean;
  /** Returns the requests that the user has to be allowed. */
  access(target: ActionTarget): readonly AccessAttributes[];
  request(target: ActionTarget, replicas: number): ApiRequest;
  /** Returns the command of kubectl for the same. */
  command(target: ActionTarget, replicas: number): string;
}

/** An action that sets fields of an object. */
interface FieldChange {
  readonly title: string;
  readonly explanation: string;
  appliesTo(target: ActionTarget): boolean;
  fields(): object;
  /** The words of kubectl's command before the name of the object; without them it is a patch. */
  readonly words?: readonly string[];
}

const MERGE_PATCH = 'application/merge-patch+json';

/** Creates an action that sets fields. */
export function fieldChange({ title, explanation, appliesTo, fields, words }: FieldChange): Action {
  const asPatch = (target: ActionTarget): string =>
    kubectlIn(target, 'patch', slashName(target), '--type=merge', `--patch=${JSON.stringify(fields())}`);
  return {
    ...{ title, explanation, appliesTo },
    access: (target) => [attributesFor(target, 'patch')],
    request: (target) => patch(target, fields()),
    command: (target) => (words ? kubectlIn(target, ...words, slashName(target)) : asPatch(target)),
  };
}

/** Returns the attributes of a request for an object, or for a subresource of it. */
export function attributesFor({ resource, object }: ActionTarget, verb: string, subresource = ''): AccessAttributes {
  const { name, namespace = '' } = object.metadata;
  return { verb, group: resource.group, resource: resource.resource, subresource, namespace, name };
}

/** Returns the path of an object, or of a subresource of it. */
export function pathTo({ resource, object }: ActionTarget, subresource = ''): string {
  const { name, namespace = '' } = object.metadata;
  return `${pathOf(resource, namespace, name)}${subresource === '' ? '' : `/${subresource}`}`;
}

/** Returns a request that changes fields. */
export function patch(target: ActionTarget, body: object, subresource = ''): ApiRequest {
  return { method: 'PATCH', path: pathTo(target, subresource), body, contentType: MERGE_PATCH };
}

/** Reports whether a resource is one of a group. */
export function isOneOf(resource: Resource, group: string, ...names: readonly string[]): boolean {
  return resource.group === group && names.includes(resource.resource);
}
