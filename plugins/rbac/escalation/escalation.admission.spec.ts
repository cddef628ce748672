import { WriteAttributes, type WriteFacts } from '../../../src/admission/index.js';
import {
  type ApiObject,
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  RuleResolver,
  type Stores,
  type UserRules,
} from '../../../src/plugin-api/index.js';
import { EscalationAdmission } from './escalation.admission.js';

const PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const USER = { name: 'alice', groups: ['devs', 'system:authenticated'] };

class Rights extends Authorizer {
  allowed = '';

  authorize({ verb, group, resource, name }: AuthorizationAttributes): Decision {
    const isOwn = group === 'rbac.authorization.k8s.io';
    return { verdict: isOwn && `${verb} ${resource}/${name}` === this.allowed ? 'Allow' : 'NoOpinion', reason: '' };
  }
}

class HeldRules extends RuleResolver {
  missingRoles: string[] = [];

  rulesFor(): UserRules {
    const { missingRoles } = this;
    const resourceRules = [{ ...PODS, resourceNames: [] }];
    return { resourceRules, nonResourceRules: [], incomplete: false, errors: ['of another authorizer'], missingRoles };
  }
}

describe('EscalationAdmission', () => {
  const rights = new Rights();
  const roles: Record<string, ApiObject> = {
    small: { metadata: { name: 'small' }, rules: [PODS] } as ApiObject,
    big: { metadata: { name: 'big' }, rules: [PODS, SECRETS] } as ApiObject,
  };
  const stores = { of: () => ({ find: async (_: unknown, name: string) => roles[name] }) } as unknown as Stores;
  const held = new HeldRules();
  const admission = new EscalationAdmission(rights, held, stores);

  beforeEach(() => {
    rights.allowed = '';
    held.missingRoles = [];
  });

  const admit = (resource: string, object: object, more: Partial<WriteFacts> = {}): Promise<false> =>
    admission.admit(
      new WriteAttributes({
        operation: 'CREATE',
        kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: '' },
        resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource },
        namespace: 'n',
        name: 'x',
        user: USER,
        object: { metadata: { name: 'x' }, ...object } as ApiObject,
        ...more,
      }),
    );
  const binding = (name: string, apiGroup = 'rbac.authorization.k8s.io', kind = 'Role') => ({
    roleRef: { apiGroup, kind, name },
    subjects: [],
  });
  const REFUSAL =
    'user "alice" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
    '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';

  it('lets roles have what their writer holds, and no more', async () => {
    await admit('roles', { rules: [PODS] });
    await expect(admit('roles', { rules: [PODS, SECRETS] })).rejects.toThrow(
      `roles.rbac.authorization.k8s.io "x" is forbidden: ${REFUSAL}`,
    );
  });

  it('lets bindings give roles whose rules their writer holds, and no more', async () => {
    await admit('rolebindings', binding('small'));
    await expect(admit('rolebindings', binding('big'))).rejects.toThrow(REFUSAL);
    await expect(admit('rolebindings', binding('ghost'))).rejects.toThrow(
      'rolebindings.rbac.authorization.k8s.io "ghost" not found',
    );
  });

  it('respects the rights to escalate and to bind', async () => {
    rights.allowed = 'escalate roles/x';
    await admit('roles', { rules: [SECRETS] }, { requestName: 'x' });
    await expect(admit('roles', { rules: [SECRETS] })).rejects.toThrow(REFUSAL);
    rights.allowed = 'bind roles/big';
    await admit('rolebindings', binding('big'));
  });

  it('takes the right to bind for the group the binding names, and leaves other kinds to validation', async () => {
    rights.allowed = 'bind roles/big';
    await expect(admit('rolebindings', binding('big', 'example.com'))).rejects.toThrow(REFUSAL);
    await admit('rolebindings', binding('big', undefined, 'Group'));
  });

  it.each([
    ['roles', [], ''],
    ['roles', ['a'], '; resolution errors: [roles.rbac.authorization.k8s.io "a" not found]'],
    ['clusterroles', ['a', 'a'], '; resolution errors: [clusterroles.rbac.authorization.k8s.io "a" not found]'],
    [
      'roles',
      ['a', 'b'],
      '; resolution errors: [[roles.rbac.authorization.k8s.io "a" not found, roles.rbac.authorization.k8s.io "b" not found]]',
    ],
  ])('names roles that do not exist by the resource of the request: %s %j', async (resource, missing, expected) => {
    held.missingRoles = missing;
    const error = await admit(resource, { rules: [SECRETS] }).catch((thrown: Error) => thrown.message);
    expect(error).toBe(`${resource}.rbac.authorization.k8s.io "x" is forbidden: ${REFUSAL}${expected}`);
  });

  it('lets only those aggregate who may do everything', async () => {
    const role = { rules: [PODS], aggregationRule: { clusterRoleSelectors: [{}] } };
    await expect(admit('clusterroles', role)).rejects.toThrow(
      'must have cluster-admin privileges to use the aggregationRule',
    );
  });

  it('lets system:masters do everything, and everybody change owners and finalizers', async () => {
    await admit('roles', { rules: [SECRETS] }, { user: { name: 'root', groups: ['system:masters'] } });
    const oldObject = { metadata: { name: 'x' }, rules: [SECRETS] } as ApiObject;
    const metadata = { name: 'x', finalizers: ['a/b'] };
    await admit('roles', { metadata, rules: [SECRETS] }, { operation: 'UPDATE', oldObject });
    await expect(
      admit(
        'roles',
        { metadata: { name: 'x', labels: { a: 'b' } }, rules: [SECRETS] },
        { operation: 'UPDATE', oldObject },
      ),
    ).rejects.toThrow(REFUSAL);
  });
});
