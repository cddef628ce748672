import { Scale, StructuralShape, shapeOf } from '../schema/index.js';
import { type DocumentedResource, OpenApiDocuments, type OpenApiSource } from './index.js';

const VERBS = new Set(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']);
const BELOW = new Set(['get', 'patch', 'update']);
const GVK = { group: '3d.my-harbor.example.com', version: 'v1-beta', kind: 'Buoy' };
const ROOT = '/apis/3d.my-harbor.example.com/v1-beta';
const ITEMS = `${ROOT}/namespaces/{namespace}/buoys`;
const type = new StructuralShape('3d.my-harbor.example.com/v1-beta.Buoy', { type: 'object' });
const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const buoys: DocumentedResource = {
  kind: 'Buoy',
  listKind: 'BuoyList',
  plural: 'buoys',
  isNamespaced: true,
  verbs: VERBS,
  type,
  deleteReturnsObject: false,
  examples: [],
  subresources: [
    { name: 'status', verbs: BELOW, gvk: GVK, type },
    { name: 'scale', verbs: BELOW, gvk: scaleKind, type: shapeOf(Scale) },
  ],
  connections: [],
};
const groups = [{ group: GVK.group, version: GVK.version, isCustom: true, resources: [buoys] }];
const source: OpenApiSource = { release: '1.32', describesIssuer: false, hasCore: false, lasting: [], groups };

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly consumes: readonly string[];
  readonly responses: Record<string, object>;
  readonly 'x-kubernetes-action': string;
  readonly 'x-kubernetes-group-version-kind': object;
}
type Paths = Record<string, Record<string, Operation> & { readonly parameters?: Operation['parameters'] }>;

const namesOf = (parameters: Operation['parameters'] = []): string[] => parameters.map(({ name }) => name);
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation'];
const LIST = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
  'watch',
];
const DELETE = [
  'body',
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
];

describe('The operations of a kind whose shape came at run time', () => {
  let paths: Paths;

  beforeAll(async () => {
    const document = await new OpenApiDocuments(() => source).v2(undefined);
    ({ paths } = JSON.parse(document!.bytes.toString()) as { paths: Paths });
  });

  it.each<[string, string, string[], string[]]>([
    [ITEMS, 'get', LIST, ['200', '401']],
    [ITEMS, 'post', ['body', ...WRITE], ['200', '201', '202', '401']],
    [ITEMS, 'delete', LIST, ['200', '401']],
    [`${ITEMS}/{name}`, 'get', ['resourceVersion'], ['200', '401']],
    [`${ITEMS}/{name}`, 'put', ['body', ...WRITE], ['200', '201', '401']],
    [`${ITEMS}/{name}`, 'patch', ['body', ...WRITE, 'force'], ['200', '401']],
    [`${ITEMS}/{name}`, 'delete', DELETE, ['200', '202', '401']],
    [`${ITEMS}/{name}/status`, 'get', ['resourceVersion'], ['200', '401']],
    [`${ITEMS}/{name}/scale`, 'get', ['resourceVersion'], ['200', '401']],
    [`${ITEMS}/{name}/scale`, 'put', ['body', ...WRITE], ['200', '201', '401']],
    [`${ITEMS}/{name}/scale`, 'patch', ['body', ...WRITE, 'force'], ['200', '401']],
  ])('have their parameters and responses: %s %s', (path, method, parameters, codes) => {
    const operation = paths[path][method];
    expect(namesOf(operation.parameters)).toEqual(parameters);
    expect(Object.keys(operation.responses)).toEqual(codes);
  });

  it('share parameters with all others of their path', () => {
    expect(namesOf(paths[ITEMS].parameters)).toEqual(['namespace', 'pretty']);
    expect(namesOf(paths[`${ITEMS}/{name}`].parameters)).toEqual(['name', 'namespace', 'pretty']);
    expect(namesOf(paths[`${ROOT}/buoys`].parameters)).toEqual([...LIST, 'pretty'].sort());
    expect(paths[`${ROOT}/buoys`].get.parameters).toBeUndefined();
  });

  it('are of the kind itself, also below it', () => {
    const all = Object.entries(paths).filter(([path]) => path.startsWith(ROOT));
    const kinds = all.flatMap(([, { parameters: _, ...item }]) =>
      Object.values<Operation>(item).map((operation) => operation['x-kubernetes-group-version-kind']),
    );
    expect(new Set(kinds.map((kind) => JSON.stringify(kind)))).toEqual(new Set([JSON.stringify(GVK)]));
  });

  it('have identifiers and tags of letters and digits', () => {
    expect(paths[`${ITEMS}/{name}/scale`].put.operationId).toBe('replaceDMyHarborExampleComV1BetaNamespacedBuoyScale');
    expect(paths[ITEMS].delete.operationId).toBe('deleteDMyHarborExampleComV1BetaCollectionNamespacedBuoy');
    expect(paths[`${ROOT}/buoys`].get.operationId).toBe('listDMyHarborExampleComV1BetaBuoyForAllNamespaces');
    expect(paths[ITEMS].get.tags).toEqual(['DMyHarborExampleCom_v1Beta']);
  });
});
