import type { ApiObject, ResourceStore } from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage, parseManifest } from '../../../src/plugin-api/built-in.js';
import { type ManifestItem, itemsOf } from './manifest-items.js';
import { type ManifestKind, readManifestObject } from './manifest-kind.js';
import { STATIC_SUFFIX } from './static-name.rules.js';
import type { DirectoryFile } from './reloaded-directory.js';

/** The objects of manifests by the plural name of their kind, in order of their names. */
export type ManifestSet = ReadonlyMap<string, readonly ApiObject[]>;

/** The kinds that manifests may hold. */
export interface ReadManifestsOptions {
  readonly kinds: readonly ManifestKind[];
  /** Returns the kind as the server resolves it. Throws an Error for one that is not served. */
  readonly resolve: (resource: string) => ResourceStore['kind'];
  /** Returns what is wrong with the objects together. */
  readonly check: (set: ManifestSet) => string | undefined;
}

/** Reads the objects of the files of a directory. Throws an Error, naming the file, unless all of them can be used. */
export async function readManifests(
  files: readonly DirectoryFile[],
  options: ReadManifestsOptions,
): Promise<ManifestSet> {
  await loadExpressionLanguage();
  const found = new Map(options.kinds.map(({ resource }) => [resource, new Map<string, NamedObject>()]));
  for (const file of files) {
    try {
      await readFile(file, found, options);
    } catch (error) {
      throw new Error(`${file.path}: ${(error as Error).message}`, { cause: error });
    }
  }
  const set = new Map([...found].map(([resource, objects]) => [resource, inOrder(objects)]));
  const fault = options.check(set);
  if (fault !== undefined) throw new Error(fault);
  return set;
}

/** An object and the file it stands in. */
interface NamedObject {
  readonly object: ApiObject;
  readonly path: string;
}

async function readFile(
  { path, text }: DirectoryFile,
  found: ReadonlyMap<string, Map<string, NamedObject>>,
  { kinds, resolve }: ReadManifestsOptions,
): Promise<void> {
  for (const { value, duplicates } of await parseManifest(text)) {
    if (duplicates.length > 0) throw new Error(`repeated keys: ${duplicates.join(', ')}`);
    for (const item of itemsOf(value, kinds)) {
      const { kind, resource } = item.kind;
      const others = found.get(resource)!;
      const name = nameIn(item.value);
      try {
        checkName(name, others.get(name));
        others.set(name, { object: await readItem(item, resolve(resource)), path });
      } catch (error) {
        throw new Error(`${kind} ${JSON.stringify(name)}: ${(error as Error).message}`, { cause: error });
      }
    }
  }
}

async function readItem({ value, kind }: ManifestItem, resolved: ResourceStore['kind']): Promise<ApiObject> {
  const object = await readManifestObject(value, kind, resolved);
  const restriction = kind.restrict(object);
  if (restriction !== undefined) throw new Error(restriction);
  return object;
}

function nameIn(value: unknown): string {
  const { metadata } = value as { readonly metadata?: { readonly name?: unknown } | null };
  return typeof metadata?.name === 'string' ? metadata.name : '';
}

function checkName(name: string, other: NamedObject | undefined): void {
  if (name === '') throw new Error('metadata.name: is required');
  if (!name.endsWith(STATIC_SUFFIX)) throw new Error(`metadata.name: must end with "${STATIC_SUFFIX}"`);
  if (other) throw new Error(`metadata.name: is also the name of an object in ${other.path}`);
}

function inOrder(objects: ReadonlyMap<string, NamedObject>): readonly ApiObject[] {
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { object }]) => object);
}
