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
const LIST_NODES: PolicyRule = { verbs: ['list'], apiGroups: [''], resources: ['nodes'] };
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

  const reasonOf = async (changes: Partial<AuthorizationAttributes> = {}): Promise<string> =>
    (await authorizer.authorize(asked(changes))).reason;
  const DEVS: Subject = { kind: 'Group', name: 'devs' };

  describe('reasons', () => {
    it.each([
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
      ['a', 'c', 'b'],
    ])('names the first binding that allows, whatever came first: %s %s %s', async (...names) => {
      objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
      objects.listener.onPut('clusterroles', role('none', []));
      objects.listener.onPut('clusterroles', role('all', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]));
      const roles: Record<string, string> = { a: 'none', b: 'all', c: 'r' };
      for (const name of names) {
        objects.listener.onPut('clusterrolebindings', binding(name, 'ClusterRole', roles[name]!, BOB));
      }
      expect(await reasonOf()).toContain('ClusterRoleBinding "b"');
      objects.listener.onPut('clusterrolebindings', binding('a', 'ClusterRole', 'r', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "a"');
      objects.listener.onDelete('clusterrolebindings', binding('a', 'ClusterRole', 'r', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "b"');
      objects.listener.onDelete('clusterrolebindings', binding('b', 'ClusterRole', 'all', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "c"');
      objects.listener.onDelete('clusterrolebindings', binding('c', 'ClusterRole', 'r', BOB));
      objects.listener.onDelete('clusterrolebindings', binding('c', 'ClusterRole', 'r', BOB));
      expect(await reasonOf()).toBe('');
    });

    it('names the first of several bindings of one role, and of several resources that a rule names', async () => {
      const rules = [{ ...READ_PODS, resources: ['pods/log', 'pods', '*'] }];
      objects.listener.onPut('clusterroles', role('r', rules));
      objects.listener.onPut('clusterrolebindings', binding('y', 'ClusterRole', 'r', BOB));
      objects.listener.onPut('clusterrolebindings', binding('x', 'ClusterRole', 'r', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "x"');
      objects.listener.onPut('clusterroles', role('q', [{ ...READ_PODS, resources: ['*/log'] }]));
      objects.listener.onPut('clusterrolebindings', binding('w', 'ClusterRole', 'q', BOB));
      expect(await reasonOf({ subresource: 'log' })).toContain('ClusterRoleBinding "w"');
      objects.listener.onPut('clusterroles', role('q', [{ ...READ_PODS, resources: ['pods'] }]));
      expect(await reasonOf()).toContain('ClusterRoleBinding "w"');
    });

    it('asks bindings of the cluster before those of the namespace, the user before the groups', async () => {
      objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
      objects.listener.onPut('rolebindings', binding('a', 'ClusterRole', 'r', BOB, 'n'));
      expect(await reasonOf()).toContain('RoleBinding "a/n"');
      objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 'r', DEVS));
      expect(await reasonOf()).toContain('ClusterRoleBinding "b" of ClusterRole "r" to Group "devs"');
      objects.listener.onPut('clusterrolebindings', binding('c', 'ClusterRole', 'r', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "c" of ClusterRole "r" to User "bob"');
    });

    it('follows the subjects of a binding that changes', async () => {
      objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
      objects.listener.onPut('rolebindings', binding('b', 'ClusterRole', 'r', BOB, 'n'));
      objects.listener.onPut('rolebindings', binding('other', 'ClusterRole', 'none', BOB, 'n'));
      objects.listener.onPut('rolebindings', binding('b', 'ClusterRole', 'r', { kind: 'User', name: 'eve' }, 'n'));
      expect(await verdictOf({})).toBe('NoOpinion');
      expect(await verdictOf({ user: { name: 'eve', groups: [] } })).toBe('Allow');
      const nobody = { metadata: { name: 'b', namespace: 'n' }, roleRef: { kind: 'ClusterRole', name: 'r' } };
      objects.listener.onPut('rolebindings', nobody as unknown as ApiObject);
      expect(await verdictOf({ user: { name: 'eve', groups: [] } })).toBe('NoOpinion');
    });
  });

  describe('the reach of bindings', () => {
    it.each<[string, Subject]>([
      ['an account without namespace, by a binding of the cluster', { kind: 'ServiceAccount', name: 'robot' }],
      ['an account of another namespace', { kind: 'ServiceAccount', name: 'robot', namespace: 'm' }],
      ['a subject of another kind', { kind: 'Robot', name: 'robot', namespace: 'n' }],
      ['a group of the name of the user', { kind: 'Group', name: 'system:serviceaccount:n:robot' }],
    ])('does not bind %s', async (_, subject) => {
      objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
      objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 'r', subject));
      for (const name of ['system:serviceaccount:n:robot', 'system:serviceaccount::robot']) {
        expect(await verdictOf({ user: { name, groups: [] } })).toBe('NoOpinion');
      }
    });

    it('finds a Role in the namespace of its binding alone, and a ClusterRole nowhere else', async () => {
      objects.listener.onPut('roles', role('r', [READ_PODS], 'm'));
      objects.listener.onPut('rolebindings', binding('b', 'Role', 'r', BOB, 'n'));
      objects.listener.onPut('rolebindings', binding('c', 'ClusterRole', 'r', BOB, 'n'));
      objects.listener.onPut('clusterroles', role('s', [READ_PODS]));
      objects.listener.onPut('clusterrolebindings', binding('d', 'Role', 's', BOB));
      expect(await verdictOf({})).toBe('NoOpinion');
      objects.listener.onPut('roles', role('r', [READ_PODS], 'n'));
      expect(await reasonOf()).toContain('RoleBinding "b/n"');
      objects.listener.onDelete('roles', role('r', [], 'n'));
      expect(await verdictOf({})).toBe('NoOpinion');
    });

    it.each([
      ['clusterroles', ['ClusterRoleBinding "b"', 'RoleBinding "d/n"']],
      ['roles', ['RoleBinding "c/n"']],
      ['clusterrolebindings', ['ClusterRoleBinding "b"']],
      ['rolebindings', ['RoleBinding "c/n"', 'RoleBinding "d/n"']],
    ])('forgets %s that may have been missed, and nothing else', async (resource, lost) => {
      objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
      objects.listener.onPut('roles', role('s', [READ_PODS], 'n'));
      objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 'r', BOB));
      objects.listener.onPut('rolebindings', binding('c', 'Role', 's', BOB, 'n'));
      objects.listener.onPut('rolebindings', binding('d', 'ClusterRole', 'r', BOB, 'n'));
      const bindings = async (): Promise<string[]> => (await authorizer.whoMay(asked({}))).map(({ by }) => by);
      const all = await bindings();
      expect(all).toHaveLength(3);
      objects.listener.onReset(resource);
      const waiting = bindings();
      objects.listener.onReady(resource);
      const left = await waiting;
      const isLost = (by: string): boolean => !left.includes(by);
      expect(all.filter(isLost).map((by) => by.replace(/ of .*/, ''))).toEqual(lost);
    });
  });

  describe('questions besides a decision', () => {
    it('returns the subjects that are allowed a request', async () => {
      grant(READ_PODS);
      const robot: Subject = { kind: 'ServiceAccount', name: 'robot' };
      objects.listener.onPut('rolebindings', binding('c', 'ClusterRole', 'r', robot, 'n'));
      objects.listener.onPut('rolebindings', binding('d', 'ClusterRole', 'r', DEVS, 'm'));
      objects.listener.onPut('rolebindings', binding('e', 'ClusterRole', 'ghost', DEVS, 'n'));
      expect(await authorizer.whoMay(asked({}))).toEqual([
        { kind: 'User', name: 'bob', by: 'ClusterRoleBinding "b" of ClusterRole "r"' },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'n', by: 'RoleBinding "c/n" of ClusterRole "r"' },
      ]);
      expect(await authorizer.whoMay(asked({ verb: 'delete' }))).toEqual([]);
      expect(await authorizer.whoMay(asked({ namespace: '' }))).toHaveLength(1);
    });

    it('answers everybody at once when it is asked who may what, or the rules of a user, before it knows', async () => {
      for (const ask of [
        (early: RbacAuthorizer) => early.whoMay(asked({})),
        (early: RbacAuthorizer) => early.rulesFor(asked({}).user, 'n'),
      ]) {
        const early = new RbacAuthorizer(objects);
        const answer = ask(early);
        expect(answer).toBeInstanceOf(Promise);
        objects.listener.onPut('clusterroles', role('r', [READ_PODS]));
        objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 'r', BOB));
        objects.ready();
        expect(JSON.stringify(await answer)).toMatch(/"bob"|"pods"/);
      }
    });

    it('follows objects once, until it is closed', () => {
      let [followed, stopped] = [0, 0];
      const counting = new RbacAuthorizer({ follow: () => (followed++, () => void stopped++) });
      counting.close();
      void counting.authorize(asked({}));
      void counting.authorize(asked({}));
      counting.close();
      expect([followed, stopped]).toEqual([1, 1]);
    });

    it('allows a subresource that a rule names, of that resource alone', async () => {
      grant({ ...READ_PODS, resources: ['pods/log'] });
      expect(await verdictOf({ subresource: 'log' })).toBe('Allow');
      expect(await verdictOf({ subresource: 'exec' })).toBe('NoOpinion');
      expect(await verdictOf({})).toBe('NoOpinion');
      expect(await verdictOf({ resource: 'nodes', subresource: 'log' })).toBe('NoOpinion');
    });

    it('looks at every role that names a resource', async () => {
      objects.listener.onPut('clusterroles', role('r', [{ ...READ_PODS, verbs: ['delete'] }]));
      objects.listener.onPut('clusterroles', role('s', [{ ...READ_PODS, resources: ['pods'] }]));
      objects.listener.onPut('clusterrolebindings', binding('a', 'ClusterRole', 'r', BOB));
      objects.listener.onPut('clusterrolebindings', binding('b', 'ClusterRole', 's', BOB));
      expect(await reasonOf()).toContain('ClusterRoleBinding "b"');
    });
  });

  it('waits after something may have been missed, and decides again', async () => {
    grant(READ_PODS);
    const again = asked({});
    expect(authorizer.authorize(again)).toMatchObject({ verdict: 'Allow' });
    objects.listener.onReset('clusterrolebindings');
    const answer = authorizer.authorize(again);
    expect(answer).toBeInstanceOf(Promise);
    objects.listener.onReady('clusterrolebindings');
    expect(await answer).toMatchObject({ verdict: 'NoOpinion' });
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
    objects.listener.onPut('roles', role('paths', [{ verbs: ['get'], nonResourceURLs: ['/x'] }, LIST_NODES], 'n'));
    objects.listener.onPut('rolebindings', binding('c', 'Role', 'paths', BOB, 'n'));
    expect(await authorizer.rulesFor(asked({}).user, 'n')).toEqual({
      resourceRules: [READ_PODS, LIST_NODES].map((rule) => ({ ...rule, resourceNames: [] })),
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
      incomplete: false,
      missingRoles: [],
      errors: [],
    });
  });
});
