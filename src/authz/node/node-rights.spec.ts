import type { AuthorizationAttributes } from '../authorizer.js';
import { type NodeGates, nodeRightFor } from './node-rights.js';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

const GATES: NodeGates = { scopes: true, certifiesPods: true };

const rightFor = (what: Partial<AuthorizationAttributes>, gates: Partial<NodeGates> = {}) =>
  nodeRightFor(
    {
      user: { name: 'system:node:one', groups: ['system:nodes'] },
      verb: 'get',
      namespace: 'n',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      name: '',
      isResourceRequest: true,
      path: '',
      ...what,
    },
    'one',
    { ...GATES, ...gates },
  );

/** The result for each verb: the right, or the text of the denial. */
const rightsOf = (what: Partial<AuthorizationAttributes>, gates?: Partial<NodeGates>): Record<string, string> =>
  Object.fromEntries(
    VERBS.map((verb) => {
      const right = rightFor({ ...what, verb }, gates);
      return [verb, typeof right === 'string' ? right : right.refusal];
    }),
  );
/** The same for all verbs but those that are named. */
const all = (right: string, others: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(VERBS.map((verb) => [verb, right])),
  ...others,
});
const each = (verbs: readonly string[], right: string): Record<string, string> =>
  Object.fromEntries(verbs.map((verb) => [verb, right]));

const READING = ['get', 'list', 'watch'];
const READ_ONLY = 'can only read resources of this type';
const GET_ONLY = 'can only get individual resources of this type';
const OWN = ['get', 'create', 'update', 'patch', 'delete'];

describe('nodeRightFor()', () => {
  it('leaves paths and other resources to the general rules', () => {
    expect(rightsOf({ isResourceRequest: false, resource: 'secrets' })).toEqual(all('rules'));
    expect(rightsOf({ resource: 'services' })).toEqual(all('rules'));
    expect(rightsOf({ group: 'apps', resource: 'secrets' })).toEqual(all('rules'));
  });

  it.each(['secrets', 'configmaps'])('lets nodes read %s that belong to them', (resource) => {
    expect(rightsOf({ resource, name: 'x' })).toEqual(all(READ_ONLY, each(READING, 'ours')));
    expect(rightsOf({ resource, subresource: 's' })).toEqual(all(READ_ONLY, each(READING, 'cannot read subresource')));
    const atCluster = 'can only read namespaced object of this type';
    expect(rightsOf({ resource, namespace: '' })).toEqual(all(READ_ONLY, each(READING, atCluster)));
  });

  it.each([
    ['', 'persistentvolumes'],
    ['', 'persistentvolumeclaims'],
    ['resource.k8s.io', 'resourceclaims'],
    ['storage.k8s.io', 'volumeattachments'],
  ])('lets nodes get "%s" %s that belong to them', (group, resource) => {
    expect(rightsOf({ group, resource })).toEqual(all(GET_ONLY, { get: 'ours' }));
    expect(rightsOf({ group, resource, subresource: 's' })).toEqual(all(GET_ONLY, { get: 'cannot get subresource' }));
  });

  it('lets nodes write the status of claims that belong to them', () => {
    const refusal = 'can only get/update/patch this type';
    expect(rightsOf({ resource: 'persistentvolumeclaims', subresource: 'status' })).toEqual(
      all(refusal, each(['update', 'patch'], 'ours')),
    );
  });

  it('lets nodes create tokens of accounts that belong to them', () => {
    const resource = 'serviceaccounts';
    const individual = 'can only create tokens for individual service accounts';
    expect(rightsOf({ resource, subresource: 'token', name: 'a' })).toEqual(all(individual, { create: 'ours' }));
    expect(rightsOf({ resource, subresource: 'token' })).toEqual(all(individual));
    const subresource = 'can only create token subresource of serviceaccount';
    expect(rightsOf({ resource, name: 'a' })).toEqual(all(individual, { create: subresource }));
  });

  it('lets nodes keep their lease', () => {
    const lease = { group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-node-lease' };
    const verbs = 'can only get, create, update, patch, or delete a node lease';
    expect(rightsOf({ ...lease, name: 'one' })).toEqual(all(verbs, each(OWN, 'yes')));
    const another = 'can only access node lease with the same name as the requesting node';
    expect(rightsOf({ ...lease, name: 'two' })).toEqual(all(verbs, { ...each(OWN, another), create: 'yes' }));
    const elsewhere = 'can only access leases in the "kube-node-lease" system namespace';
    expect(rightsOf({ ...lease, namespace: 'n', name: 'one' })).toEqual(all(verbs, each(OWN, elsewhere)));
  });

  it('lets nodes keep their CSINode', () => {
    const csiNode = { group: 'storage.k8s.io', resource: 'csinodes', namespace: '' };
    const verbs = 'can only get, create, update, patch, or delete a CSINode';
    expect(rightsOf({ ...csiNode, name: 'one' })).toEqual(all(verbs, each(OWN, 'yes')));
    const another = 'can only access CSINode with the same name as the requesting node';
    expect(rightsOf({ ...csiNode, name: 'two' })).toEqual(all(verbs, { ...each(OWN, another), create: 'yes' }));
    const subresource = 'cannot authorize CSINode subresources';
    expect(rightsOf({ ...csiNode, name: 'one', subresource: 's' })).toEqual(all(verbs, each(OWN, subresource)));
  });

  it('lets nodes keep their slices', () => {
    const slice = { group: 'resource.k8s.io', resource: 'resourceslices', namespace: '' };
    const many = ['list', 'watch', 'deletecollection'];
    const unselected = 'can only list/watch/deletecollection resourceslices with nodeName field selector';
    expect(rightsOf(slice)).toEqual(all('ours', { create: 'yes', ...each(many, unselected) }));
    expect(rightsOf(slice, { scopes: false })).toEqual(all('ours', { create: 'yes', ...each(many, 'yes') }));
    const selected = { ...slice, fieldSelector: 'spec.nodeName=one' };
    expect(rightsOf(selected)).toEqual(all('ours', { create: 'yes', ...each(many, 'yes') }));
    for (const fieldSelector of ['spec.nodeName=two', 'spec.nodeName!=one', 'spec.other=one', '=,=!']) {
      expect(rightsOf({ ...slice, fieldSelector })).toEqual(all('ours', { create: 'yes', ...each(many, unselected) }));
    }
    expect(rightsOf({ ...slice, subresource: 's' })).toEqual(all('cannot authorize ResourceSlice subresources'));
    expect(rightFor({ ...slice, verb: 'proxy' })).toEqual({
      refusal:
        'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
    });
  });

  it('lets nodes request certificates for pods, and see their own requests', () => {
    const request = { group: 'certificates.k8s.io', resource: 'podcertificaterequests' };
    const rights = (many: string): Record<string, string> => ({
      ...Object.fromEntries(VERBS.map((verb) => [verb, `nodes may not ${verb} podcertificaterequests`])),
      create: 'yes',
      get: 'ours',
      list: many,
      watch: many,
    });
    const unselected = 'can only list/watch podcertificaterequests with nodeName field selector';
    expect(rightsOf(request)).toEqual(rights(unselected));
    expect(rightsOf({ ...request, namespace: '', fieldSelector: 'spec.nodeName=one' })).toEqual(rights('yes'));
    for (const fieldSelector of ['spec.nodeName=two', 'spec.nodeName!=one', 'spec.podName=one', '=,=!']) {
      expect(rightsOf({ ...request, fieldSelector })).toEqual(rights(unselected));
      expect(rightsOf({ ...request, fieldSelector }, { scopes: false })).toEqual(rights(unselected));
    }
    const status = 'nodes may not access the status subresource of PodCertificateRequests';
    expect(rightsOf({ ...request, subresource: 'status', fieldSelector: 'spec.nodeName=one' })).toEqual(all(status));
    expect(rightsOf(request, { certifiesPods: false })).toEqual(all(''));
    expect(rightsOf({ ...request, group: 'x' })).toEqual(all('rules'));
  });

  it('lets nodes see themselves alone, and write what admission checks', () => {
    const node = { resource: 'nodes', namespace: '' };
    const written = { ...all('rules'), ...each(['create', 'update', 'patch'], 'yes') };
    expect(rightsOf({ ...node, name: 'one' })).toEqual({ ...written, ...each(READING, 'yes') });
    const another = "node 'one' cannot read 'two', only its own Node object";
    expect(rightsOf({ ...node, name: 'two' })).toEqual({ ...written, ...each(READING, another) });
    const everything = "node 'one' cannot read all nodes, only its own Node object";
    expect(rightsOf(node)).toEqual({ ...written, ...each(READING, everything) });
    expect(rightsOf({ ...node, name: 'two', subresource: 'status' })).toEqual(all('rules'));
    expect(rightsOf({ ...node, name: 'two' }, { scopes: false })).toEqual(all('rules'));
  });

  it('lets nodes see their pods alone', () => {
    const unselected = 'can only list/watch pods with spec.nodeName field selector';
    const read = (right: string): Record<string, string> => ({
      ...all('rules'),
      get: 'ours',
      list: right,
      watch: right,
    });
    expect(rightsOf({})).toEqual(read(unselected));
    expect(rightsOf({ name: 'p' })).toEqual(read('ours'));
    expect(rightsOf({ fieldSelector: 'spec.nodeName=one' })).toEqual(read('yes'));
    expect(rightsOf({ fieldSelector: 'spec.nodeName=two' })).toEqual(read(unselected));
    expect(rightsOf({ subresource: 'log' })).toEqual(all('rules'));
    expect(rightsOf({}, { scopes: false })).toEqual(all('rules'));
  });
});
