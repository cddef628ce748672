import type { Client } from '../../client/index.js';
import { CommandError } from '../output.js';

/** A schema of OpenAPI v3, as far as types are made of it. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKindOf[];
}

/** A group, version and kind, as extensions of documents name them. */
export interface GroupVersionKindOf {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** An operation of a path. */
export interface Operation {
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKindOf;
}

/** The document of one group version. */
export interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Group versions of a server: more are a fault of the server. */
const MOST_DOCUMENTS = 2_000;
/** The paths of group versions: `api/v1`, `apis/apps/v1`. */
const GROUP_VERSION = /^(api|apis\/[a-z0-9.-]+)\/[a-z0-9]+$/;

/**
 * Reads the OpenAPI v3 documents of a server, by the names of the paths: of the given group versions (`v1`, `apps/v1`), or of all where
 * none are given. Throws CommandError.
 */
export async function readDocuments(client: Client, wanted: readonly string[] = []): Promise<Document[]> {
  const { paths = {} } = (await client.request({ method: 'GET', path: '/openapi/v3' })) as {
    paths?: Record<string, { serverRelativeURL?: unknown }>;
  };
  const served = Object.keys(paths).filter((name) => GROUP_VERSION.test(name));
  const names = wanted.length === 0 ? served : wanted.map(pathOf);
  const missing = wanted.filter((each) => !served.includes(pathOf(each)));
  if (missing.length > 0) throw new CommandError(`--group-version: the server has no ${missing.join(', ')}`);
  if (names.length > MOST_DOCUMENTS)
    throw new CommandError(`the server has more than ${MOST_DOCUMENTS} group versions`);
  const documents: Document[] = [];
  for (const name of [...new Set(names)].sort())
    documents.push(await readDocument(client, name, paths[name].serverRelativeURL));
  return documents;
}

/** The name of a group version among the paths of documents. */
function pathOf(groupVersion: string): string {
  return groupVersion.includes('/') ? `apis/${groupVersion}` : `api/${groupVersion}`;
}

function readDocument(client: Client, name: string, location: unknown): Promise<Document> {
  const found = typeof location === 'string' ? /^\/openapi\/v3\/[\w./-]+/.exec(location) : null;
  if (!found || !found[0].endsWith(name)) throw new CommandError(`the server names no document for ${name}`);
  return client.request({ method: 'GET', path: found[0] });
}
