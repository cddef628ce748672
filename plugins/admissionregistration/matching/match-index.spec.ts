import { type AdmissionAttributes, type ApiObject, type Stores, notFound } from '../../../src/plugin-api/index.js';
import { MatchCriteria, type MatchTerms } from './match-criteria.js';
import { MatchIndex } from './match-index.js';
import { RequestNamespace } from './request-namespace.js';

const V1 = { group: 'apps', version: 'v1', resource: 'deployments' };
const V1BETA1 = { group: 'extensions', version: 'v1beta1', resource: 'deployments' };
const KIND = { group: 'apps', version: 'v1', kind: 'Deployment' };
const BETA_KIND = { group: 'extensions', version: 'v1beta1', kind: 'Deployment' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const EQUIVALENTS = [{ resource: V1BETA1, kind: BETA_KIND }];

const request = (more: Partial<AdmissionAttributes> = {}): AdmissionAttributes =>
  ({
    operation: 'CREATE',
    resource: V1,
    kind: KIND,
    subresource: '',
    namespace: 'n',
    name: 'a',
    object: { metadata: { labels: { app: 'x' } } } as ApiObject,
    equivalents: EQUIVALENTS,
    ...more,
  }) as AdmissionAttributes;

/** Stores with one namespace; counts how often it is read. */
function storesWith(labels: Record<string, string>) {
  const counted = { reads: 0 };
  const facts = (_: unknown, name: string): Promise<unknown> => {
    counted.reads++;
    return Promise.resolve(name === 'n' ? { labels, fields: {} } : undefined);
  };
  return { stores: { of: () => ({ facts }) } as unknown as Stores, counted };
}

const rule = (more: object = {}) => ({
  operations: ['CREATE'],
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  resources: ['deployments'],
  ...more,
});

/** The resource a configuration matches for a request; undefined where it is not about it. */
async function matched(terms: MatchTerms, attributes: AdmissionAttributes, labels: Record<string, string> = {}) {
  const index = new MatchIndex([{ criteria: new MatchCriteria(terms) }]);
  const namespace = new RequestNamespace(storesWith(labels).stores, attributes);
  const [candidate] = index.candidates(attributes);
  return (await candidate?.match(attributes, namespace))?.resource;
}

describe('MatchIndex', () => {
  it.each([
    ['the resource itself', rule(), {}, true],
    ['another operation', rule(), { operation: 'UPDATE' }, false],
    ['all operations', rule({ operations: ['*'] }), { operation: 'DELETE' }, true],
    ['another group', rule({ apiGroups: [''] }), {}, false],
    ['all groups and versions', rule({ apiGroups: ['*'], apiVersions: ['*'] }), {}, true],
    ['a subresource of a rule without one', rule({ resources: ['*'] }), { subresource: 'status' }, false],
    ['all subresources', rule({ resources: ['deployments/*'] }), { subresource: 'scale' }, true],
    ['the object by the pattern of all subresources', rule({ resources: ['deployments/*'] }), {}, true],
    ['everything', rule({ resources: ['*/*'] }), { subresource: 'scale' }, true],
    ['one subresource of all', rule({ resources: ['*/status'] }), { subresource: 'scale' }, false],
    ['the scope Cluster', rule({ scope: 'Cluster' }), {}, false],
    ['the scope Namespaced', rule({ scope: 'Namespaced' }), {}, true],
    ['the scope of both', rule({ scope: '*' }), { namespace: '' }, true],
    ['no name', rule({ resourceNames: ['b'] }), {}, false],
    ['a name', rule({ resourceNames: ['b', 'a'] }), {}, true],
  ])('matches %s', async (_, terms, more, isMatch) => {
    const found = await matched({ rules: [terms] }, request(more as Partial<AdmissionAttributes>));
    expect(found).toEqual(isMatch ? V1 : undefined);
  });

  it('treats namespaces as cluster-scoped, whatever namespace their requests name', async () => {
    const namespaces = rule({ apiGroups: [''], resources: ['namespaces'] });
    const attributes = request({ resource: NAMESPACES, namespace: 'n', equivalents: [] });
    expect(await matched({ rules: [{ ...namespaces, scope: 'Cluster' }] }, attributes)).toEqual(NAMESPACES);
    expect(await matched({ rules: [{ ...namespaces, scope: 'Namespaced' }] }, attributes)).toBeUndefined();
  });

  it('matches equivalents only by policy, and prefers the resource of the request', async () => {
    const former = rule({ apiGroups: ['extensions'], apiVersions: ['v1beta1'] });
    expect(await matched({ rules: [former], matchPolicy: 'Exact' }, request())).toBeUndefined();
    expect(await matched({ rules: [former], matchPolicy: 'Equivalent' }, request())).toEqual(V1BETA1);
    expect(await matched({ rules: [former, rule()], matchPolicy: 'Equivalent' }, request())).toEqual(V1);
  });

  it('matches everything or nothing without rules, as asked, and excludes again', async () => {
    expect(await matched({}, request())).toBeUndefined();
    expect(await matched({ matchesWithoutRules: true }, request())).toEqual(V1);
    const excluded = { matchesWithoutRules: true, excludeRules: [rule({ resourceNames: ['a'] })] };
    expect(await matched(excluded, request())).toBeUndefined();
    expect(await matched(excluded, request({ name: 'b' }))).toEqual(V1);
    expect(await matched({ rules: [rule()], excludeRules: [rule()] }, request())).toBeUndefined();
  });

  it('selects by the labels of the new or the old object', async () => {
    const terms = { rules: [rule()], objectSelector: { matchLabels: { app: 'x' } } };
    expect(await matched(terms, request())).toEqual(V1);
    const other = { metadata: { labels: { app: 'y' } } } as unknown as ApiObject;
    expect(await matched(terms, request({ object: other }))).toBeUndefined();
    expect(await matched(terms, request({ object: other, oldObject: request().object }))).toEqual(V1);
    expect(await matched(terms, request({ object: { kind: 'PodExecOptions' } as ApiObject }))).toBeUndefined();
  });

  it('selects by the labels of the namespace, but not what has none', async () => {
    const terms = { rules: [rule()], namespaceSelector: { matchLabels: { env: 'prod' } } };
    expect(await matched(terms, request(), { env: 'prod' })).toEqual(V1);
    expect(await matched(terms, request(), { env: 'test' })).toBeUndefined();
    expect(await matched(terms, request({ namespace: '' }))).toEqual(V1);
  });

  it('takes the labels of a namespace that is being created from the object', async () => {
    const rules = [rule({ apiGroups: [''], resources: ['namespaces'] })];
    const terms = { rules, namespaceSelector: { matchLabels: { app: 'x' } } };
    const attributes = request({ resource: NAMESPACES, namespace: '', name: 'new', equivalents: [] });
    expect(await matched(terms, attributes)).toEqual(NAMESPACES);
  });

  it('fails for a missing namespace only where everything else matches', async () => {
    const terms = { rules: [rule()], namespaceSelector: { matchLabels: { env: 'prod' } } };
    const attributes = request({ namespace: 'gone' });
    await expect(matched(terms, attributes)).rejects.toThrow(
      notFound({ group: '', resource: 'namespaces' }, 'gone').message,
    );
    const objectSelector = { matchLabels: { app: 'y' } };
    expect(await matched({ ...terms, objectSelector }, attributes)).toBeUndefined();
  });

  it('reads the namespace once for a request', async () => {
    const { stores, counted } = storesWith({ env: 'prod' });
    const criteria = new MatchCriteria({ rules: [rule()], namespaceSelector: { matchLabels: { env: 'prod' } } });
    const namespace = new RequestNamespace(stores, request());
    const candidates = new MatchIndex([{ criteria }, { criteria }]).candidates(request());
    for (const candidate of candidates) await candidate.match(request(), namespace);
    expect(candidates).toHaveLength(2);
    expect(counted.reads).toBe(1);
  });

  it.each([
    ['prod', ['all', 'prod']],
    ['test', ['all']],
  ])('leaves out what a namespace with the label %s excludes, and keeps that', async (env, expected) => {
    let asked = 0;
    const item = (id: string, namespaceSelector?: object, mayApply = true) => ({
      id,
      criteria: new MatchCriteria({ rules: [rule()], namespaceSelector }),
      mayApplyIn: () => {
        asked++;
        return mayApply;
      },
    });
    const prod = { matchLabels: { env: 'prod' } };
    const index = new MatchIndex([item('all'), item('prod', prod), item('idle', undefined, false)]);
    const { stores } = storesWith({ env });
    const find = async (): Promise<string[]> => {
      const found = await index.candidatesIn(request(), new RequestNamespace(stores, request()));
      return found.map((candidate) => candidate.item.id);
    };
    expect(await find()).toEqual(expected);
    const once = asked;
    expect(await find()).toEqual(expected);
    expect(asked).toBe(once);
  });

  it('keeps all where the namespace cannot be read, so that each fails by its own policy', async () => {
    const criteria = new MatchCriteria({ rules: [rule()], namespaceSelector: { matchLabels: { env: 'prod' } } });
    const attributes = request({ namespace: 'missing' });
    const namespace = new RequestNamespace(storesWith({}).stores, attributes);
    const [candidate] = await new MatchIndex([{ criteria }]).candidatesIn(attributes, namespace);
    await expect(candidate.match(attributes, namespace)).rejects.toMatchObject({ status: { code: 404 } });
  });

  it('fails with an internal error for a selector that cannot be read', async () => {
    const objectSelector = { matchExpressions: [{ key: 'a', operator: 'Near' }] };
    await expect(matched({ rules: [rule()], objectSelector }, request())).rejects.toMatchObject({
      status: { code: 500 },
    });
  });

  it('resolves rules again when other resources are equivalent', () => {
    const former = rule({ apiGroups: ['extensions'], apiVersions: ['v1beta1'] });
    const criteria = new MatchCriteria({ rules: [former], matchPolicy: 'Equivalent' });
    const index = new MatchIndex([{ criteria }]);
    expect(index.candidates(request({ equivalents: [] }))).toHaveLength(0);
    expect(index.candidates(request())).toHaveLength(1);
  });
});
