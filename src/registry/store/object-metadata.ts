import { type ApiObject, badRequest, copyWithGiven, formatTime } from '../../apimachinery/index.js';

import type { Identifiers } from './identifiers.js';

/** The source of what the server draws for an object, and the key prefix of its kind. */
interface DrawnFields {
  readonly identifiers: Identifiers;
  readonly collection: string;
}

const MAX_GENERATED_BASE = 58;

/** Clears what only the server sets on a new object. */
export function wipeSystemFields({ metadata }: ApiObject): void {
  // Engines take as long to delete a member that is not there.
  for (const name of OF_THE_SERVER) if (name in metadata) delete metadata[name];
}

const OF_THE_SERVER = [
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
] as const;

/** Sets what the server decides on a new object: uid, creation time, and a name when only `generateName` is given. */
export function fillSystemFields({ metadata }: ApiObject, drawn: DrawnFields & { readonly now: Date }): void {
  metadata.uid = drawn.identifiers.uid(drawn.collection, metadata);
  metadata.creationTimestamp = formatTime(drawn.now);
  generateName({ metadata }, drawn);
}

/** Draws a name when the object has none but a `generateName`. Returns whether it did. */
export function generateName(
  { metadata }: Pick<ApiObject, 'metadata'>,
  { identifiers, collection }: DrawnFields,
): boolean {
  if (metadata.name || !metadata.generateName) return false;
  metadata.name = metadata.generateName.slice(0, MAX_GENERATED_BASE) + identifiers.suffix(collection, metadata);
  return true;
}

/** Sets the object's namespace to that of the request; 400 when it names another one. */
export function matchNamespace(object: ApiObject, namespace: string): void {
  const sent = object.metadata.namespace ?? '';
  if (sent !== '' && namespace !== '' && sent !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (namespace !== '') object.metadata.namespace = namespace;
  else if ('namespace' in object.metadata) delete object.metadata.namespace;
}

/** Takes out of an object what is never stored; a dry run shows it as it was sent, as from the reference. */
export function dropUnstored({ metadata }: ApiObject): void {
  if ('selfLink' in metadata) delete metadata.selfLink;
}

/** Sets the generation, or removes it. */
export function setGeneration({ metadata }: ApiObject, generation: number | undefined): void {
  if (generation !== undefined) metadata.generation = generation;
  else if ('generation' in metadata) delete metadata.generation;
}

/** Keeps what an update may leave out: the server's fields of the stored object. */
export function keepSystemFields(object: ApiObject, old: ApiObject): void {
  const [to, from] = [object.metadata, old.metadata];
  if (!to.uid) to.uid = from.uid;
  to.creationTimestamp = from.creationTimestamp;
  if (from.deletionTimestamp) to.deletionTimestamp = from.deletionTimestamp;
  if (from.deletionGracePeriodSeconds !== undefined && to.deletionGracePeriodSeconds === undefined) {
    to.deletionGracePeriodSeconds = from.deletionGracePeriodSeconds;
  }
}

const META_RESET_FOR_STATUS: readonly string[] = [
  'metadata.deletionTimestamp',
  'metadata.labels',
  'metadata.annotations',
  'metadata.finalizers',
  'metadata.ownerReferences',
];

/** Replaces the metadata of an object by that of another one, besides what every write keeps or records: versions and owners. */
export function resetMetadata(object: object, old: object): void {
  for (const path of META_RESET_FOR_STATUS) copyPath(path, old, object);
}

type Fields = Record<string, unknown>;

/** Copies the value at a dotted path from one object to another, or removes it there when the other has none. */
export function copyPath(path: string, from: object | undefined, to: object): void {
  const names = path.split('.');
  const value = names.reduce<unknown>((inside, name) => (inside as Fields | undefined)?.[name], from);
  const last = names.pop()!;
  let target = to as Fields;
  for (const name of names) {
    const next = target[name] as Fields | undefined;
    if (!next && value === undefined) return;
    target = next ?? ((target[name] = {}) as Fields);
  }
  if (value !== undefined) target[last] = copyWithGiven(value);
  else if (last in target) delete target[last];
}
