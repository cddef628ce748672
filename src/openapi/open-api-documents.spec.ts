import { gunzipSync } from 'node:zlib';
import { ArrayMaxSize, IsDefined, IsIn, Max, Min } from 'class-validator';
import { ApiType, Field, ObjectMeta, Scale, shapeOf, StructuralShape } from '../schema/index.js';
import { acceptsGzip } from './accept.js';
import { type DocumentedResource, OpenApiDocuments, type OpenApiSource } from './index.js';

@ApiType({ name: 'k8s.io.api.test.v1.Part', doc: 'A part.' })
class Part {
  @Field(1, 'string', { always: true, required: true, doc: 'Its name.' })
  name: string;

  @Field(2, 'intOrString', { pointer: true, doc: 'Its port.' })
  port?: number | string;

  @Field(3, () => Part, { pointer: true })
  inner?: Part;
}

@ApiType({ name: 'k8s.io.api.test.v1.WidgetSpec' })
class WidgetSpec {
  @Field(1, Part, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    doc: 'The parts.',
  })
  parts?: Part[];

  @Field(2, 'quantity', { map: true })
  sizes?: Record<string, string>;

  @Field(3, 'string', { default: 'plain', enum: ['fancy', 'plain'] })
  default?: string;
}

@ApiType({ name: 'k8s.io.api.test.v1.Widget', doc: 'A widget.' })
class Widget {
  apiVersion?: string;
  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Its metadata.' })
  metadata: ObjectMeta;

  @Field(2, WidgetSpec)
  spec?: WidgetSpec;
}

@ApiType()
class Gear {
  @Field(1, 'int32')
  @IsDefined()
  @Min(1)
  @Max(9)
  teeth?: number;

  @Field(2, 'string', { list: true })
  @IsIn(['oil', 'wax'], { each: true })
  @ArrayMaxSize(3)
  greases?: string[];
}

@ApiType()
class Gadget {
  apiVersion?: string;
  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, Widget, { list: true })
  widgets?: Widget[];

  @Field(3, Gear, { pointer: true })
  gear?: Gear;
}

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const PART_VERBS = new Set(['get', 'patch', 'update']);
const EXAMPLE = { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'w' } };
const widgets: DocumentedResource = {
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  isNamespaced: true,
  verbs: new Set(ALL_VERBS),
  type: shapeOf(Widget),
  deleteReturnsObject: false,
  examples: [EXAMPLE],
  connections: [],
  subresources: [
    {
      name: 'scale',
      verbs: PART_VERBS,
      gvk: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      type: shapeOf(Scale),
    },
    { name: 'status', verbs: PART_VERBS, gvk: { group: '', version: 'v1', kind: 'Widget' }, type: shapeOf(Widget) },
  ],
};
const gadgets: DocumentedResource = {
  kind: 'Gadget',
  listKind: 'GadgetList',
  plural: 'gadgets',
  isNamespaced: false,
  verbs: new Set(['get', 'list']),
  type: shapeOf(Gadget),
  deleteReturnsObject: false,
  examples: [],
  subresources: [],
  connections: [],
};
const groups = [
  { group: '', version: 'v1', isCustom: false, resources: [widgets] },
  { group: 'shop.example.com', version: 'v1beta1', isCustom: false, resources: [gadgets] },
];
const source: OpenApiSource = { release: '1.32', describesIssuer: true, hasCore: true, lasting: groups, groups };

interface Operation {
  operationId: string;
  consumes: string[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, unknown> };
  'x-kubernetes-action': string;
  'x-kubernetes-group-version-kind': object;
}
type Paths = Record<string, Record<string, Operation>>;
type Schemas = Record<string, Record<string, unknown> & { properties: Record<string, unknown> }>;

const documents = new OpenApiDocuments(() => source);

async function readV2(): Promise<{ paths: Paths; definitions: Schemas; swagger: string }> {
  const document = await documents.v2(undefined);
  return JSON.parse(document!.bytes.toString()) as { paths: Paths; definitions: Schemas; swagger: string };
}

async function readV3(path: string): Promise<{ paths: Paths; components: { schemas: Schemas } }> {
  const document = await documents.v3(path, 'application/json');
  return JSON.parse(document!.bytes.toString()) as { paths: Paths; components: { schemas: Schemas } };
}

const queryOf = (operation: Operation): string[] =>
  (operation.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name);

describe('OpenApiDocuments.v2()', () => {
  it('lists every operation of a kind under its path', async () => {
    const { paths, swagger } = await readV2();
    expect(swagger).toBe('2.0');
    const ids = Object.values(paths).flatMap((item) => Object.values(item).flatMap((o) => o.operationId ?? []));
    expect(ids.filter((id) => id.includes('Widget')).sort()).toEqual([
      'createCoreV1NamespacedWidget',
      'deleteCoreV1CollectionNamespacedWidget',
      'deleteCoreV1NamespacedWidget',
      'listCoreV1NamespacedWidget',
      'listCoreV1WidgetForAllNamespaces',
      'patchCoreV1NamespacedWidget',
      'patchCoreV1NamespacedWidgetScale',
      'patchCoreV1NamespacedWidgetStatus',
      'readCoreV1NamespacedWidget',
      'readCoreV1NamespacedWidgetScale',
      'readCoreV1NamespacedWidgetStatus',
      'replaceCoreV1NamespacedWidget',
      'replaceCoreV1NamespacedWidgetScale',
      'replaceCoreV1NamespacedWidgetStatus',
      'watchCoreV1NamespacedWidget',
      'watchCoreV1NamespacedWidgetList',
      'watchCoreV1WidgetListForAllNamespaces',
    ]);
    expect(ids.filter((id) => id.includes('Gadget')).sort()).toEqual([
      'listShopExampleComV1beta1Gadget',
      'readShopExampleComV1beta1Gadget',
    ]);
  });

  it('declares that patches are validated', async () => {
    const { patch } = (await readV2()).paths['/api/v1/namespaces/{namespace}/widgets/{name}'];
    expect(queryOf(patch)).toEqual(['dryRun', 'fieldManager', 'fieldValidation', 'force']);
    expect(patch['x-kubernetes-group-version-kind']).toEqual({ group: '', version: 'v1', kind: 'Widget' });
    expect(patch.consumes).toContain('application/apply-patch+yaml');
  });

  it('shows examples of a kind where it is created, in version 3', async () => {
    const path = '/api/v1/namespaces/{namespace}/widgets';
    const { post, get } = (await readV3('api/v1')).paths[path] as unknown as Record<string, Record<string, unknown>>;
    expect([post['x-binnacle-examples'], get['x-binnacle-examples']]).toEqual([[EXAMPLE], undefined]);
    expect(JSON.stringify(await readV2())).not.toContain('x-binnacle-examples');
  });

  it('describes types with their merge keys and without defaults', async () => {
    const { definitions } = await readV2();
    expect(definitions['io.k8s.api.test.v1.WidgetSpec']).toEqual({
      type: 'object',
      properties: {
        default: { type: 'string', enum: ['fancy', 'plain'] },
        parts: {
          description: 'The parts.',
          type: 'array',
          items: { $ref: '#/definitions/io.k8s.api.test.v1.Part' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          'x-kubernetes-patch-strategy': 'merge,retainKeys',
          'x-kubernetes-patch-merge-key': 'name',
        },
        sizes: {
          type: 'object',
          additionalProperties: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        },
      },
    });
    expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity'].type).toBe('string');
  });

  it('names types without a full name below their group', async () => {
    const { definitions } = await readV2();
    expect(definitions['com.example.shop.v1beta1.Gadget']['x-kubernetes-group-version-kind']).toEqual([
      { group: 'shop.example.com', version: 'v1beta1', kind: 'Gadget' },
    ]);
    expect(definitions['com.example.shop.v1beta1.GadgetList'].required).toEqual(['items']);
  });

  it('describes what the rules of a type allow', async () => {
    const { definitions } = await readV2();
    expect(definitions['com.example.shop.v1beta1.Gear']).toEqual({
      type: 'object',
      required: ['teeth'],
      properties: {
        teeth: { type: 'integer', format: 'int32', minimum: 1, maximum: 9 },
        greases: {
          type: 'array',
          items: { type: 'string', enum: ['oil', 'wax'] },
          maxItems: 3,
          'x-kubernetes-list-type': 'atomic',
        },
      },
    });
  });

  it('refers to nothing it does not define', async () => {
    const document = await documents.v2(undefined);
    const { definitions } = await readV2();
    const names = [...document!.bytes.toString().matchAll(/"#\/definitions\/([^"]+)"/g)].map((m) => m[1]);
    expect(names.filter((name) => !(name in definitions))).toEqual([]);
  });

  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html, application/json;q=0.5', 'application/json'],
    [
      'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ],
    [
      'application/json;q=0.1,application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ],
    ['text/html', undefined],
  ])('answers %j with %j', async (accept, contentType) => {
    expect((await documents.v2(accept))?.contentType).toBe(contentType);
  });

  it('writes protobuf with the head of the document first', async () => {
    const document = await documents.v2('application/com.github.proto-openapi.spec.v2@v1.0+protobuf');
    expect(document!.bytes.subarray(0, 5).toString('latin1')).toBe('\x0a\x032.0');
  });
});

describe('OpenApiDocuments.v3()', () => {
  it('wraps references that have siblings and shows defaults', async () => {
    const { schemas } = (await readV3('api/v1')).components;
    const { properties } = schemas['io.k8s.api.test.v1.Widget'];
    expect(Object.keys(properties)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(properties.metadata).toEqual({
      allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
      description: 'Its metadata.',
      default: {},
    });
    expect(schemas['io.k8s.api.test.v1.Part'].properties).toEqual({
      inner: { $ref: '#/components/schemas/io.k8s.api.test.v1.Part' },
      name: { type: 'string', description: 'Its name.', default: '' },
      port: {
        allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString' }],
        description: 'Its port.',
      },
    });
    expect(schemas['io.k8s.api.test.v1.WidgetSpec'].properties.default).toMatchObject({ default: 'plain' });
  });

  it('shows kinds of other group versions as kinds', async () => {
    const { schemas } = (await readV3('apis/shop.example.com/v1beta1')).components;
    expect(schemas['io.k8s.api.test.v1.Widget'].properties).toHaveProperty('apiVersion');
  });

  it('gives each patch format its own body', async () => {
    const { patch } = (await readV3('api/v1')).paths['/api/v1/namespaces/{namespace}/widgets/{name}'];
    expect(Object.keys(patch.requestBody!.content)).toContain('application/strategic-merge-patch+json');
    expect(queryOf(patch)).toContain('fieldValidation');
  });

  it('lists the formats of a kind whose shape came at run time', async () => {
    const type = new StructuralShape('com.example.shop.v1.Parcel', { type: 'object' });
    const parcels = { ...widgets, kind: 'Parcel', plural: 'parcels', type, subresources: [] };
    const group = { group: 'post.example.com', version: 'v1', isCustom: true, resources: [parcels] };
    const own = new OpenApiDocuments(() => ({ ...source, groups: [group] }));
    const document = await own.v3('apis/post.example.com/v1', 'application/json');
    const { paths } = JSON.parse(document!.bytes.toString()) as { paths: Paths };
    const { patch, get, put } = paths['/apis/post.example.com/v1/namespaces/{namespace}/parcels/{name}'];
    const [json, merge, apply] = ['json-patch+json', 'merge-patch+json', 'apply-patch+yaml'].map(
      (t) => `application/${t}`,
    );
    expect(Object.keys(patch.requestBody!.content)).toEqual([json, merge, apply]);
    expect(Object.keys(patch.responses)).toEqual(['200', '401']);
    const plain = ['application/json', 'application/yaml'];
    expect(Object.keys(put.requestBody!.content)).toEqual(plain);
    expect(Object.keys((get.responses[200] as { content: object }).content)).toEqual(plain);
    expect(Object.keys(paths).filter((path) => path.includes('/watch/'))).toEqual([]);
  });

  it('describes custom resources apart from the server, without their discovery', async () => {
    const type = new StructuralShape('com.example.shop.v1.Parcel', { type: 'object' });
    const parcels = { ...widgets, kind: 'Parcel', plural: 'parcels', type, subresources: [], connections: [] };
    const group = { group: 'post.example.com', version: 'v1', isCustom: true, resources: [parcels] };
    const own = new OpenApiDocuments(() => ({ ...source, groups: [group] }));
    const document = await own.v3('apis/post.example.com/v1', 'application/json');
    const { info, paths } = JSON.parse(document!.bytes.toString()) as { info: object; paths: Paths };
    expect(info).toEqual({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' });
    expect(Object.keys(paths)).not.toContain('/apis/post.example.com/v1/');
    expect(own.hasV3('apis/post.example.com')).toBe(false);
    expect((await own.v2(undefined))!.bytes.toString()).toContain('"info":{"title":"Kubernetes","version":"1.32"}');
  });

  it('answers nothing for unknown documents and forms', async () => {
    expect(documents.hasV3('apis/nope.example.com/v1')).toBe(false);
    expect(await documents.v3('apis/nope.example.com/v1', undefined)).toBeUndefined();
    expect(await documents.v3('api/v1', 'application/yaml')).toBeUndefined();
  });

  it('serves protobuf under the hash of the JSON form', async () => {
    const protobuf = await documents.v3('api/v1', 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf');
    const json = await documents.v3('api/v1', undefined);
    expect(protobuf!.contentType).toBe('application/com.github.proto-openapi.spec.v3.v1.0+protobuf');
    expect(protobuf!.hash).toBe(json!.hash);
  });
});

describe('OpenApiDocuments.v3Index()', () => {
  it('names every document with its hash', async () => {
    const { paths } = JSON.parse((await documents.v3Index()).bytes.toString()) as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    expect(Object.keys(paths)).toEqual([
      '.well-known/openid-configuration',
      'api',
      'api/v1',
      'apis',
      'apis/shop.example.com',
      'apis/shop.example.com/v1beta1',
      'openid/v1/jwks',
      'version',
    ]);
    const { hash } = (await documents.v3('api/v1', undefined))!;
    expect(paths['api/v1'].serverRelativeURL).toBe(`/openapi/v3/api/v1?hash=${hash}`);
  });
});

describe('a document', () => {
  it('is built once, and again after it is invalidated', async () => {
    let reads = 0;
    const counted = new OpenApiDocuments(() => {
      reads++;
      return source;
    });
    expect(reads).toBe(0);
    const first = await counted.v2(undefined);
    expect(await counted.v2(undefined)).toBe(first);
    counted.invalidate({ group: '', version: 'v1', types: [] });
    const second = await counted.v2(undefined);
    expect(second).not.toBe(first);
    expect(second!.etag).toBe(first!.etag);
  });

  it('is kept when something else changes', async () => {
    let current = source;
    const kept = new OpenApiDocuments(() => current);
    const [core, shop] = [
      await kept.v3('api/v1', undefined),
      await kept.v3('apis/shop.example.com/v1beta1', undefined),
    ];
    const more = {
      group: 'more.example.com',
      version: 'v1',
      isCustom: false,
      resources: [{ ...gadgets, type: shapeOf(Part) }],
    };
    current = { ...source, groups: [...groups, more] };
    kept.invalidate({ group: 'more.example.com', version: 'v1', types: [shapeOf(Part)] });
    expect(kept.hasV3('apis/more.example.com/v1')).toBe(true);
    expect(await kept.v3('apis/shop.example.com/v1beta1', undefined)).not.toBe(shop);
    expect(await kept.v3('api/v1', undefined)).not.toBe(core);
    const [again, index] = [await kept.v3('apis/shop.example.com/v1beta1', undefined), await kept.v3Index()];
    current = source;
    kept.invalidate({ group: 'more.example.com', version: 'v1', types: [shapeOf(Scale)] });
    expect(await kept.v3('apis/shop.example.com/v1beta1', undefined)).toBe(again);
    expect(kept.hasV3('apis/more.example.com/v1')).toBe(false);
    expect(await kept.v3Index()).not.toBe(index);
  });

  it('makes the definitions of one group when one group is added', async () => {
    let current = source;
    const counted = new OpenApiDocuments(() => current);
    const readAll = async (): Promise<void> => {
      await counted.v2(undefined);
      await counted.v3Index();
    };
    await readAll();
    const before = counted.definitionsMade;
    @ApiType({ name: 'k8s.io.api.test.v1.Hook' })
    class Hook {
      @Field(1, ObjectMeta)
      metadata: ObjectMeta;

      @Field(2, 'quantity')
      length?: string;
    }
    const hooks = { ...gadgets, kind: 'Hook', listKind: 'HookList', plural: 'hooks', type: shapeOf(Hook) };
    current = {
      ...source,
      groups: [...groups, { group: 'hooks.example.com', version: 'v1', isCustom: false, resources: [hooks] }],
    };
    counted.invalidate({ group: 'hooks.example.com', version: 'v1', types: [shapeOf(Hook)] });
    await readAll();
    // The kind and its list in both dialects, and in v2 the options of deletion, whose kinds name the group version.
    expect(counted.definitionsMade - before).toBe(5);
  });

  it('is not kept when its types change while it is built', async () => {
    let current = source;
    const changing = new OpenApiDocuments(() => current);
    const early = changing.v3('api/v1', undefined);
    const more = {
      group: 'more.example.com',
      version: 'v1',
      isCustom: false,
      resources: [{ ...gadgets, type: shapeOf(Part) }],
    };
    current = { ...source, groups: [...groups, more] };
    changing.invalidate({ group: 'more.example.com', version: 'v1', types: [shapeOf(Part)] });
    const late = await changing.v3('api/v1', undefined);
    expect((await early)!.etag).not.toBe(late!.etag);
    expect(late!.etag).toBe((await new OpenApiDocuments(() => current).v3('api/v1', undefined))!.etag);
  });

  it('can be compressed', async () => {
    const document = (await documents.v2(undefined))!;
    expect(gunzipSync(await document.compressed()).equals(document.bytes)).toBe(true);
    expect(document.compressed()).toBe(document.compressed());
  });
});

describe('acceptsGzip()', () => {
  it.each<[string, boolean]>([
    ['', false],
    ['gzip', true],
    ['deflate, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, br', false],
    ['x-gzip', false],
    ['*', false],
  ])('finds in %j that gzip is taken: %p', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});
