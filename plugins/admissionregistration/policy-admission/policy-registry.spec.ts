import { type AdmissionAttributes, type ApiObject, type Stores } from '../../../src/plugin-api/index.js';
import { type ResourceChange, type ResourceFollower, type StoresListener } from '../../../src/plugin-api/built-in.js';
import { RequestNamespace } from '../matching/index.js';
import type { StaticManifests } from '../static-manifests/index.js';
import { PolicySelection } from './policy-invocations.js';
import { PolicyRegistry } from './policy-registry.js';
import type { BindingDefinition, PolicyDefinition } from './stored-policy.js';

/** A store whose objects the test changes. */
class FakeStore {
  readonly followers = new Set<ResourceFollower<ApiObject>>();
  private readonly objects = new Map<string, ApiObject>();

  constructor(
    readonly kind: ReturnType<typeof kindOf>,
    private readonly isReady = true,
  ) {}

  serves(apiVersion: string, kind: string): boolean {
    return this.kind.kind === kind && this.kind.versions.has(apiVersion);
  }

  follow(follower: ResourceFollower<ApiObject>): () => void {
    this.followers.add(follower);
    for (const object of this.objects.values()) follower.onChange(changeOf('ADDED', object));
    if (this.isReady) follower.onReady();
    return () => void this.followers.delete(follower);
  }

  put(object: ApiObject): void {
    const { namespace = '', name = '' } = object.metadata;
    this.objects.set(`${namespace}/${name}`, object);
    for (const follower of this.followers) follower.onChange(changeOf('MODIFIED', object));
  }

  remove(object: ApiObject): void {
    for (const follower of this.followers) follower.onChange(changeOf('DELETED', object));
  }
}

function changeOf(type: ResourceChange<ApiObject>['type'], object: ApiObject): ResourceChange<ApiObject> {
  const { name = '', namespace = '', labels } = object.metadata;
  return { type, key: name, name, namespace, resourceVersion: '1', labels, object, mayHave: () => true };
}

const kindOf = (kind: string, apiVersion: string, isNamespaced: boolean) => ({
  kind,
  isNamespaced,
  versions: new Map([[apiVersion, {}]]),
  isShown: () => true,
  fromStored: (objects: readonly ApiObject[]) => objects,
});

const REQUEST = {
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
  namespace: 'n',
  name: 'a',
  object: { metadata: {} },
  equivalents: [],
} as unknown as AdmissionAttributes;

let policies: FakeStore;
let bindings: FakeStore;
let params: FakeStore;
let stores: Stores;
let served: FakeStore[];
let listener: StoresListener;
let compiled: string[];
let ofManifests: Record<string, readonly ApiObject[]>;
let changeManifests: () => void;
let registry: PolicyRegistry<string, PolicyDefinition, BindingDefinition>;

beforeEach(() => {
  policies = new FakeStore(kindOf('Policy', 'v1', false));
  bindings = new FakeStore(kindOf('Binding', 'v1', false));
  params = new FakeStore(kindOf('Param', 'x.io/v1', true));
  served = [params];
  compiled = [];
  stores = {
    find: (_group: string, resource: string) => (resource === 'policies' ? policies : bindings),
    findKind: (apiVersion: string, kind: string) => served.find((store) => store.serves(apiVersion, kind)),
    onStoresChange: (each: StoresListener) => (listener = each),
  } as unknown as Stores;
  const compile = ({ metadata }: PolicyDefinition): string => {
    compiled.push(metadata.name!);
    return `compiled ${metadata.name}`;
  };
  ofManifests = {};
  const manifests = {
    all: (resource: string) => ofManifests[resource] ?? [],
    follow: (onChange: () => void) => (changeManifests = onChange),
  } as unknown as StaticManifests;
  registry = new PolicyRegistry({ policies: 'policies', bindings: 'bindings', compile }, { stores, manifests });
});

const policy = (name: string, spec: PolicyDefinition['spec'] = {}): void =>
  policies.put({ metadata: { name }, spec } as ApiObject);
const binding = (name: string, policyName: string, spec: BindingDefinition['spec'] = {}): void =>
  bindings.put({ metadata: { name }, spec: { policyName, ...spec } } as ApiObject);
const param = (name: string, namespace: string, labels?: Record<string, string>): void =>
  params.put({ metadata: { name, namespace, labels } } as ApiObject);
const objectOf = (name: string, spec: object = {}) => ({ metadata: { name }, spec }) as ApiObject;
const PARAM_KIND = { apiVersion: 'x.io/v1', kind: 'Param' };

/** The uses of policies for a request, in words. */
async function uses(more: Partial<AdmissionAttributes> = {}): Promise<string[]> {
  const attributes = { ...REQUEST, ...more };
  await registry.ready(attributes);
  const selection = new PolicySelection(registry, attributes, stores);
  const found = await selection.invocations();
  return found.map((each) => {
    const place = `${each.policy.name}/${each.binding?.name ?? ''}`;
    if (each.error !== undefined) return `${place}: ${each.error}`;
    return [place, ...each.params.flatMap((found) => found?.metadata.name ?? [])].join(' ');
  });
}

describe('PolicyRegistry', () => {
  it('finds policies by their bindings, in order of names, and follows changes of both', async () => {
    policy('b');
    policy('a');
    policy('unbound');
    binding('z', 'a');
    binding('y', 'a');
    binding('x', 'b');
    binding('w', 'missing');
    expect(await uses()).toEqual(['a/y', 'a/z', 'b/x']);
    binding('z', 'b');
    expect(await uses()).toEqual(['a/y', 'b/x', 'b/z']);
    policies.remove({ metadata: { name: 'b' } });
    expect(await uses()).toEqual(['a/y']);
  });

  it('applies policies of manifests first, with the bindings of manifests only', async () => {
    policy('a');
    binding('x', 'a');
    binding('w', 'z');
    ofManifests = { policies: [objectOf('z')], bindings: [objectOf('y', { policyName: 'z' })] };
    expect(await uses()).toEqual(['z/y', 'a/x']);
    ofManifests = {};
    changeManifests();
    expect(await uses()).toEqual(['a/x']);
  });

  it('has policies of manifests alone look at policies', async () => {
    policy('a');
    binding('x', 'a');
    ofManifests = { policies: [objectOf('z')], bindings: [objectOf('y', { policyName: 'z' })] };
    const group = 'admissionregistration.k8s.io';
    const ofPolicies = { group, version: 'v1', resource: 'validatingadmissionpolicies' };
    const ofWebhooks = { group, version: 'v1', resource: 'validatingwebhookconfigurations' };
    expect(await uses({ resource: ofPolicies })).toEqual(['z/y']);
    expect(await uses({ resource: ofWebhooks })).toEqual(['z/y', 'a/x']);
  });

  it('compiles a policy once for each stored state', async () => {
    policy('a');
    binding('x', 'a');
    await registry.ready(REQUEST);
    const evaluate = async () => {
      const [candidate] = await registry.candidates(REQUEST, new RequestNamespace(stores, REQUEST));
      return candidate.item.policy.evaluator();
    };
    expect([await evaluate(), await evaluate()]).toEqual(['compiled a', 'compiled a']);
    binding('y', 'a');
    await evaluate();
    expect(compiled).toEqual(['a']);
    policy('a');
    await evaluate();
    expect(compiled).toEqual(['a', 'a']);
  });

  it.each<[string, PolicyDefinition['spec'], BindingDefinition['spec'], Partial<AdmissionAttributes>, string[]]>([
    ['no kind of parameters', {}, { paramRef: { name: 'p1' } }, {}, ['a/x']],
    ['no reference', { paramKind: PARAM_KIND }, {}, {}, ['a/x']],
    ['a name', { paramKind: PARAM_KIND }, { paramRef: { name: 'p1' } }, {}, ['a/x p1']],
    ['another namespace', { paramKind: PARAM_KIND }, { paramRef: { name: 'q', namespace: 'm' } }, {}, ['a/x q']],
    ['a selector', { paramKind: PARAM_KIND }, { paramRef: { selector: {} } }, {}, ['a/x p1 p2']],
    ['labels', { paramKind: PARAM_KIND }, { paramRef: { selector: { matchLabels: { l: '2' } } } }, {}, ['a/x p2']],
    ['nothing', { paramKind: PARAM_KIND }, { paramRef: { name: 'q', parameterNotFoundAction: 'Allow' } }, {}, []],
    [
      'nothing that is demanded',
      { paramKind: PARAM_KIND },
      { paramRef: { name: 'q', parameterNotFoundAction: 'Deny' } },
      {},
      ['a/x: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'],
    ],
    [
      'nothing that is demanded, where failures are ignored',
      { paramKind: PARAM_KIND, failurePolicy: 'Ignore' },
      { paramRef: { name: 'q', parameterNotFoundAction: 'Deny' } },
      {},
      [],
    ],
    [
      'no namespace',
      { paramKind: PARAM_KIND },
      { paramRef: { name: 'p1' } },
      { namespace: '' },
      [
        'a/x: failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      ],
    ],
    [
      'an unknown kind',
      { paramKind: { apiVersion: 'x.io/v2', kind: 'Param' } },
      { paramRef: { name: 'p1' } },
      {},
      ["a/: failed to configure policy: failed to find resource referenced by paramKind: 'x.io/v2, Kind=Param'"],
    ],
  ])('finds parameters of %s', async (_what, policySpec, bindingSpec, request, expected) => {
    param('p2', 'n', { l: '2' });
    param('p1', 'n');
    param('q', 'm');
    policy('a', policySpec);
    binding('x', 'a', bindingSpec);
    expect(await uses(request)).toEqual(expected);
  });

  it('finds cluster-scoped parameters without a namespace alone', async () => {
    params = new FakeStore(kindOf('Param', 'x.io/v1', false));
    served = [params];
    params.put({ metadata: { name: 'p' } });
    policy('a', { paramKind: PARAM_KIND });
    binding('x', 'a', { paramRef: { name: 'p' } });
    binding('y', 'a', { paramRef: { name: 'p', namespace: 'n' } });
    expect(await uses()).toEqual([
      'a/x p',
      'a/y: failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    ]);
  });

  it('says so where the parameters are not known in time', async () => {
    params = new FakeStore(kindOf('Param', 'x.io/v1', true), false);
    served = [params];
    policy('a', { paramKind: PARAM_KIND });
    binding('x', 'a', { paramRef: { name: 'p' } });
    expect(await uses()).toEqual([
      'a/x: failed to configure binding: paramKind kind `&ParamKind{APIVersion:x.io/v1,Kind:Param,}` not yet synced to use for admission',
    ]);
  });

  it('follows a kind of parameters while it is served and a bound policy names it', async () => {
    policy('a', { paramKind: PARAM_KIND });
    binding('x', 'a', { paramRef: { name: 'p', parameterNotFoundAction: 'Allow' } });
    served = [];
    expect(await uses()).toEqual([expect.stringContaining('failed to find resource')]);
    served = [params];
    listener(params as never, 'added');
    expect(await uses()).toEqual([]);
    expect(params.followers.size).toBe(1);
    param('p', 'n');
    expect(await uses()).toEqual(['a/x p']);
    policy('a');
    expect(await uses()).toEqual(['a/x']);
    expect(params.followers.size).toBe(0);
  });
});
