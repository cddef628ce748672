import type { TestClient } from '../support/test-client.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly format?: string;
  readonly enum?: readonly string[];
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
  /** The type of the elements of the list or map. */
  readonly holds: string;
  /** One of as many different elements as one likes, as its type wants them. */
  elementAt(index: number): unknown;
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
      const element = found.items ?? found.additionalProperties ?? {};
      const holds = resolve(document, element)[1].type ?? 'object';
      const elementAt = (index: number): unknown => {
        return valueOf(document, element, { name: steps.at(-1)!, apiVersion, index, depth: 0 });
      };
      out.push({ collection, apiVersion, kind: gvk.kind, steps, grows, holds, elementAt });
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

/** Where a value stands, and which of many it is. */
interface Position {
  readonly name: string;
  readonly apiVersion: string;
  readonly index: number;
  readonly depth: number;
}

/** Structs inside of elements are filled down to this level. */
const DEEPEST_FILLED = 2;

/** Members that are read closely, and mean nothing with any other value. */
const TOLD: Readonly<Record<string, (position: Position) => unknown>> = {
  fieldsV1: ({ index }) => ({ 'f:metadata': { 'f:annotations': { '.': {}, [`f:a${index}`]: {} } } }),
  fieldsType: () => 'FieldsV1',
  apiVersion: ({ apiVersion }) => apiVersion,
  operation: () => 'Update',
  subresource: () => '',
  protocol: () => 'TCP',
};

/** A value of a schema that differs from those of other indexes in all of its texts and numbers. */
function valueOf(document: Document, schema: Schema, position: Position): unknown {
  const { name, index, depth } = position;
  const [, found] = resolve(document, schema);
  if (Object.hasOwn(TOLD, name)) return TOLD[name](position);
  if (found.enum) return found.enum[index % found.enum.length];
  if (found.format === 'date-time') return new Date(1.7e12 + index * 1000).toISOString().replace('.000', '');
  if (found.type === 'string') return `a${index}`;
  if (found.type === 'integer' || found.type === 'number') return 1 + (index % 65_535);
  if (found.type === 'boolean') return index % 2 === 0;
  if (found.type === 'array') return [];
  if (found.additionalProperties) return {};
  if (!found.properties) return found.type === undefined ? `a${index}` : {};
  if (depth >= DEEPEST_FILLED) return {};
  const members = Object.entries(found.properties);
  return Object.fromEntries(
    members.map(([member, of]) => [member, valueOf(document, of, { ...position, name: member, depth: depth + 1 })]),
  );
}
