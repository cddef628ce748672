import type { AccessObjects, ObjectListener } from '../../access/index.js';
import type { ApiObject, GroupResource } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { RbacAuthorizer } from './rbac.authorizer.js';
import type { PolicyRule, Subject } from './rbac-objects.js';

class FakeObjects implements Pick<AccessObjects, 'follow'> {
  listener!: ObjectListener;
  resources: readonly string[] = [];

  follow(resources: readonly GroupResource[], listener: ObjectListener): () => void {
    this.listener = listener;
    this.resources = resources.map(({ resource }) => resource);
    return () => {};
  }

  ready(): void {
    for (const resource of this.resources) this.listener.onReady(resource);
  }
}

const role = (name: string, rules: PolicyRule[], namespace?: string): ApiObject =>
  ({ metadata: { name, namespace }, rules }) as ApiObject;
const binding = (name: string, roleKind: string, roleName: string, subject: Subject, namespace?: string): ApiObject =>
  ({ metadata: { name, namespace }, roleRef: { kind: roleKind, name: roleName }, subjects: [subject] }) as ApiObject;

const BOB: Subject = { kind: 'User', name: 'bob' };
const READ_PODS: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', '*/log'] };

describe('RbacAuthorizer', () => {
  let objects: FakeObjects;
  let authorizer: RbacAuthorizer;

  beforeEach(() => {
    objects = new FakeObjects();
    authorizer = new RbacAuthorizer(objects);
    void authorizer.authorize(asked({}));
    objects.ready();
  });

  const asked = (changes: Partial<AuthorizationAttributes>): AuthorizationAttributes => ({
    user: { name: 'bob', groups: ['devs', 'system:authenticated'] },
    verb: 'get',
    namespace: 'n',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    name: 'p',
    isResourceRequest: true,
    path: '',
    ...changes,
  });
  const verdictOf = async (changes: Partial<AuthorizationAttributes>): Promise<string> =>
    (await authorizer.authorize(asked(changes))).verdict;
  const grant = (rule: PolicyRule): void => {
    objects.listener.onPut('clusterroles', role('r', [rule]));
    objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 'r', BOB));
  };

  it('lets requests wait until all roles and bindings are known, and then answers at once', async () => {
    const early = new RbacAuthorizer(objects);
    const answer = early.authorize(asked({}));
    expect(answer).toBeInstanceOf(Promise);
    objects.ready();
    expect(await answer).toEqual({ verdict: 'NoOpinion', reason: '' });
    expect(early.authorize(asked({}))).toEqual({ verdict: 'NoOpinion', reason: '' });
  });

  it('says by which binding it allows', async () => {
    objects.listener.onPut('roles', role('reader', [READ_PODS], 'n'));
    objects.listener.onPut('rolebindings', binding('b', 'Role', 'reader', BOB, 'n'));
    const reason = 'RBAC: allowed by RoleBinding "b/n" of Role "reader" to User "bob"';
    expect(await authorizer.authorize(asked({}))).toEqual({ verdict: 'Allow', reason });
    expect(await verdictOf({ namespace: 'other' })).toBe('NoOpinion');
    expect(await verdictOf({ namespace: '' })).toBe('NoOpinion');
  });

  it.each<[string, Subject, string]>([
    ['groups', { kind: 'Group', name: 'devs' }, 'Group "devs"'],
    ['accounts', { kind: 'ServiceAccount', name: 'robot', namespace: 'm' }, 'ServiceAccount "robot/m"'],
    ['accounts of its own namespace', { kind: 'ServiceAccount', name: 'robot' }, 'ServiceAccount "robot/n"'],
  ])('binds %s', async (_, subject, described) => {
    objects.listener.onPut('clusterroles', role('reader', [READ_PODS]));
    objects.listener.onPut('rolebindings', binding('b', 'ClusterRole', 'reader', subject, 'n'));
    const name = subject.kind === 'Group' ? 'bob' : `system:serviceaccount:${subject.namespace ?? 'n'}:robot`;
    const decision = await authorizer.authorize(asked({ user: { name, groups: ['devs'] } }));
    expect(decision.reason).toBe(`RBAC: allowed by RoleBinding "b/n" of ClusterRole "reader" to ${described}`);
  });

  it.each<[string, PolicyRule, Partial<AuthorizationAttributes>, string]>([
    ['another verb', READ_PODS, { verb: 'delete' }, 'NoOpinion'],
    ['another group', READ_PODS, { group: 'apps' }, 'NoOpinion'],
    ['a subresource', READ_PODS, { subresource: 'status' }, 'NoOpinion'],
    ['a subresource of everything', READ_PODS, { resource: 'jobs', subresource: 'log' }, 'Allow'],
    [
      'everything',
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verb: 'x', group: 'g', subresource: 's' },
      'Allow',
    ],
    ['its name', { ...READ_PODS, resourceNames: ['p'] }, {}, 'Allow'],
    ['another name', { ...READ_PODS, resourceNames: ['q'] }, {}, 'NoOpinion'],
    ['no name', { ...READ_PODS, resourceNames: ['p'] }, { name: '' }, 'NoOpinion'],
    [
      'a path',
      { verbs: ['get'], nonResourceURLs: ['/logs/*'] },
      { isResourceRequest: false, path: '/logs/x' },
      'Allow',
    ],
    [
      'a path above',
      { verbs: ['get'], nonResourceURLs: ['/logs/*'] },
      { isResourceRequest: false, path: '/logs' },
      'NoOpinion',
    ],
    ['a path by resource rules', READ_PODS, { isResourceRequest: false, path: 'pods' }, 'NoOpinion'],
  ])('decides by verb, group, resource, name and path: %s', async (_, rule, changes, verdict) => {
    grant(rule);
    expect(await verdictOf(changes)).toBe(verdict);
  });

  it('names roles that do not exist', async () => {
    objects.listener.onPut('rolebindings', binding('b', 'Role', 'ghost', BOB, 'n'));
    const missing = 'role.rbac.authorization.k8s.io "ghost" not found';
    expect(await authorizer.authorize(asked({}))).toEqual({ verdict: 'NoOpinion', reason: `RBAC: ${missing}` });
    expect(await authorizer.rulesFor(asked({}).user, 'n')).toMatchObject({ errors: [missing], incomplete: false });
  });

  it('forgets decisions when roles or bindings change, go, or may have been missed', async () => {
    grant(READ_PODS);
    expect(await verdictOf({})).toBe('Allow');
    objects.listener.onPut('clusterroles', role('r', []));
    expect(await verdictOf({})).toBe('NoOpinion');
    grant(READ_PODS);
    objects.listener.onDelete('clusterrolebindings', binding('b', 'ClusterRole', 'r', BOB));
    expect(await verdictOf({})).toBe('NoOpinion');
    grant(READ_PODS);
    objects.listener.onReset('clusterrolebindings');
    const waiting = verdictOf({});
    objects.listener.onReady('clusterrolebindings');
    expect(await waiting).toBe('NoOpinion');
  });

  it('does not take one request for another because of what clients put into names', async () => {
    grant({ ...READ_PODS, resources: ['pods'] });
    const user = asked({}).user;
    expect(await verdictOf({ user, namespace: '', resource: 'pods', name: 'x' })).toBe('Allow');
    expect(await verdictOf({ user, namespace: '', resource: 'pod', subresource: 'sx', name: '' })).toBe('NoOpinion');
    expect(await verdictOf({ user, namespace: 'p', resource: 'ods', name: 'x' })).toBe('NoOpinion');
  });

  it('lists the rules of a user', async () => {
    grant(READ_PODS);
    objects.listener.onPut('roles', role('paths', [{ verbs: ['get'], nonResourceURLs: ['/x'] }], 'n'));
    objects.listener.onPut('rolebindings', binding('c', 'Role', 'paths', BOB, 'n'));
    expect(await authorizer.rulesFor(asked({}).user, 'n')).toEqual({
      resourceRules: [{ ...READ_PODS, resourceNames: [] }],
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
      incomplete: false,
      errors: [],
    });
  });
});
