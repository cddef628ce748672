import type { Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';

/** An object and the resource it is of. */
export interface ActionTarget {
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** Words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a command of kubectl as a shell takes it. */
export function kubectl(...words: readonly string[]): string {
  return ['kubectl', ...words].map(quoted).join(' ');
}

/** Returns a command of kubectl with the namespace of an object. */
export function kubectlIn({ object }: ActionTarget, ...words: readonly string[]): string {
  const { namespace } = object.metadata;
  return kubectl(...words, ...(namespace === undefined ? [] : ['--namespace', namespace]));
}

/** Returns an object as kubectl names it: `deployments.apps/web`. */
export function slashName({ resource: { group, resource }, object }: ActionTarget): string {
  return `${resourceName(group, resource)}/${object.metadata.name}`;
}

/** Returns a resource as kubectl names it: `deployments.apps`. */
export function resourceName(group: string, resource: string): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Returns the commands that do with an object the same as this console. */
export function commandsFor(target: ActionTarget): readonly (readonly [title: string, command: string])[] {
  const name = slashName(target);
  const { verbs, resource, group } = target.resource;
  const commands: [string, string][] = [
    ['Show as YAML', kubectlIn(target, 'get', name, '--output', 'yaml')],
    ['Describe', kubectlIn(target, 'describe', name)],
  ];
  if (verbs.has('watch')) commands.push(['Follow', kubectlIn(target, 'get', name, '--watch')]);
  if (verbs.has('update')) commands.push(['Edit', kubectlIn(target, 'edit', name)]);
  if (verbs.has('delete')) commands.push(['Delete', kubectlIn(target, 'delete', name)]);
  if (group === '' && resource === 'pods') commands.push(['Logs', kubectlIn(target, 'logs', name, '--follow')]);
  return commands;
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
