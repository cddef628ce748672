import { MAX_SHOWN_FIELD, cutText, formatGroupResource } from '../../apimachinery/index.js';
import type { ResolvedKind } from '../../registry/index.js';
import type { ObjectCount } from './stored-resources.js';

/** Stored objects of a resource that no kind serves. */
export interface HiddenResource {
  readonly group: string;
  readonly name: string;
  readonly count: ObjectCount;
  /** A kind that has no stored objects yet, which may have had the resource's name. */
  readonly heir: ResolvedKind | undefined;
}

/** Returns what hides the objects of a resource, and the ways to keep them. */
export function describeHidden({ group, name, count, heir }: HiddenResource): string {
  const resource = cutText(`${name}.${group}`, MAX_SHOWN_FIELD);
  const to = heir ? `${formatGroupResource(heir.groupResource)} --kind ${heir.kind}` : `PLURAL.${group}`;
  const place = heir ? `${heir.kind}: ` : '';
  const { objects, isExact } = count;
  const stored = `${isExact ? objectsText(objects) : `more than ${objects} objects are`} stored as ${resource}, which no kind serves`;
  const keep = `${place}declare storagePrefix: '${group}/${cutText(name, MAX_SHOWN_FIELD)}' to serve them where they are`;
  return `${stored}; ${keep}, or stop the server and run binnacle store rename-kind --from ${resource} --to ${to}; objects that are not needed are deleted before their kind`;
}

/** Returns what makes objects of a version unreadable. */
export function describeVersion(kind: ResolvedKind, version: string, objects: number): string {
  const name = version.slice(version.lastIndexOf('/') + 1);
  return `${kind.kind}/${kind.storage.name}: ${objectsText(objects)} stored in ${version}, which the kind does not declare; keep ${name} with served: false until they have been written again`;
}

/** Returns what hides objects that were stored when the kind had the other scope. */
export function describeScope({ kind, isNamespaced, groupResource }: ResolvedKind, objects: number): string {
  const [now, before] = isNamespaced ? ['namespaced', 'without a namespace'] : ['cluster-scoped', 'in namespaces'];
  return `${kind}: ${objectsText(objects)} stored under ${formatGroupResource(groupResource)} ${before}, but the kind is ${now} now; give it the former scope, and another plural to a kind of the new one`;
}

function objectsText(objects: number): string {
  return objects === 1 ? '1 object is' : `${objects} objects are`;
}
