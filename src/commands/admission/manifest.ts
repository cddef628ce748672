import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../output.js';
import { readDocuments } from '../read-files.js';

/** An object as a file has it. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly generateName?: string; readonly namespace?: string };
  readonly [member: string]: unknown;
}

const NAMES = /\.(ya?ml|json)$/;

/** Reads the objects of a file, or of all YAML and JSON files in a directory. Throws CommandError. */
export async function readManifest(path: string): Promise<ManifestObject[]> {
  const objects: ManifestObject[] = [];
  for (const file of await filesAt(path)) {
    for (const document of await readDocuments(file)) objects.push(objectOf(document, file));
  }
  if (objects.length === 0) throw new CommandError(`${path}: has no objects`);
  return objects;
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => NAMES.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new CommandError(`${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

function objectOf(document: unknown, file: string): ManifestObject {
  const { apiVersion, kind, metadata } = (document ?? {}) as Partial<Record<string, unknown>>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof metadata !== 'object' || metadata === null) {
    throw new CommandError(`${file}: a document is no object: it needs apiVersion, kind and metadata`);
  }
  return document as ManifestObject;
}

/** Returns the name of an object in messages: `apps/v1 Deployment default/web`. */
export function describeObject({ apiVersion, kind, metadata }: ManifestObject, namespace: string): string {
  const { name, generateName = '' } = metadata;
  return `${apiVersion} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name ?? `${generateName}*`}`;
}
