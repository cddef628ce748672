import type { TestClient } from '../support/test-client.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}

interface Document {
  readonly paths: Readonly<
    Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A place in the objects of a kind where a client can put much. */
export interface GrowingPlace {
  /** Path of the collection that is posted to. */
  readonly collection: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Members from the root; `[]` stands for the one element of a list, `{}` for the one value of a map. */
  readonly steps: readonly string[];
  readonly grows: 'string' | 'list' | 'map' | 'number';
  /** What the list or map holds. */
  readonly holds: string;
}

const DEEPEST = 9;

/** Every string, list, map and number of every type that is served for creation, once for each type it stands in. */
export async function findGrowingPlaces(client: TestClient): Promise<GrowingPlace[]> {
  const index = (await client.get('/openapi/v3')).body as { paths: Record<string, { serverRelativeURL: string }> };
  const urls = Object.entries(index.paths).filter(([path]) => /^(api|apis\/[^/]+)\/v/.test(path));
  const places: GrowingPlace[] = [];
  const seen = new Set<string>();
  for (const [, { serverRelativeURL }] of urls) {
    const document = (await client.get(serverRelativeURL)).body as Document;
    for (const [path, { post }] of Object.entries(document.paths)) {
      const schema = post?.requestBody && Object.values(post.requestBody.content)[0]?.schema;
      if (schema) places.push(...placesOf(document, path.replace('{namespace}', 'default'), schema, seen));
    }
  }
  return places;
}

function placesOf(document: Document, collection: string, root: Schema, seen: Set<string>): GrowingPlace[] {
  const [name, whole] = resolve(document, root);
  const gvk = whole['x-kubernetes-group-version-kind']?.[0];
  if (!gvk || collection.includes('{')) return [];
  const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
  const out: GrowingPlace[] = [];
  const walk = (owner: string, schema: Schema, steps: readonly string[]): void => {
    if (steps.length > DEEPEST) return;
    const [ref, found] = resolve(document, schema);
    const grows = growthOf(found);
    const place = `${owner} ${steps.at(-1)}`;
    if (grows && !seen.has(place)) {
      seen.add(place);
      const holds = resolve(document, found.items ?? found.additionalProperties ?? {})[1].type ?? 'object';
      out.push({ collection, apiVersion, kind: gvk.kind, steps, grows, holds });
    }
    if (found.items) walk(ref || owner, found.items, [...steps, '[]']);
    if (found.additionalProperties) walk(ref || owner, found.additionalProperties, [...steps, '{}']);
    if (ref !== '' && steps.length > 0 && seen.has(ref)) return;
    if (ref !== '' && steps.length > 0) seen.add(ref);
    for (const [member, of] of Object.entries(found.properties ?? {})) walk(ref || owner, of, [...steps, member]);
  };
  walk(name, root, []);
  return out;
}

function growthOf({ type, additionalProperties }: Schema): GrowingPlace['grows'] | undefined {
  if (type === 'array') return 'list';
  if (type === 'object') return additionalProperties ? 'map' : undefined;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === undefined ? 'string' : undefined;
}

function resolve(document: Document, schema: Schema): [name: string, schema: Schema] {
  const ref = schema.$ref ?? schema.allOf?.find((part) => part.$ref)?.$ref;
  if (!ref) return ['', schema];
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return [name, document.components.schemas[name] ?? {}];
}
