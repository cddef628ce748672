import type { AuthorizationAttributes } from './authorizer.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import { configurationOfModes } from './configured-authorizers.js';
import { createLogger, MetricsRegistry, SystemClock } from '../observability/index.js';
import { AuthorizationOptions } from '../options/index.js';
import { forbiddenFor } from './forbidden.js';
import { UnionAuthorizer } from './union.authorizer.js';

const ASKED: AuthorizationAttributes = {
  user: { name: 'bob', groups: [] },
  verb: 'list',
  namespace: 'x',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  isResourceRequest: true,
  path: '/api/v1/namespaces/x/pods',
};

describe('forbiddenFor()', () => {
  it.each<[Partial<AuthorizationAttributes>, string, string, object]>([
    [
      {},
      '',
      'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "x"',
      { kind: 'pods' },
    ],
    [
      { namespace: '', group: 'apps', resource: 'deployments', subresource: 'scale', name: 'a' },
      'because',
      'deployments.apps "a" is forbidden: User "bob" cannot list resource "deployments/scale" in API group "apps" at the cluster scope: because',
      { name: 'a', group: 'apps', kind: 'deployments' },
    ],
    [{ isResourceRequest: false, path: '/y', verb: 'get' }, '', 'forbidden: User "bob" cannot get path "/y"', {}],
  ])('words the refusal of %j', (changes, reason, message, details) => {
    expect(forbiddenFor({ ...ASKED, ...changes }, reason).status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message,
      details,
    });
  });
});

describe('AuthorizerFactory.make()', () => {
  const metrics = new MetricsRegistry();
  const factory = new AuthorizerFactory({
    objects: { follow: () => () => {} },
    release: '1.32',
    isEnabled: () => false,
    clock: new SystemClock(),
    logger: createLogger({ isEnabled: false }),
    metrics,
    policyFile: '',
  });
  const unionOf = async (...modes: string[]): Promise<UnionAuthorizer> =>
    UnionAuthorizer.behindPrivilegedGroups(await factory.make(configurationOfModes(modes, new AuthorizationOptions())));

  it('lets system:masters do everything in every mode [AZMODE-13]', async () => {
    const user = { name: 'root', groups: ['system:masters'] };
    const authorizer = await unionOf('AlwaysDeny');
    expect(await authorizer.authorize({ ...ASKED, user })).toEqual({ verdict: 'Allow', reason: '' });
    expect(await authorizer.authorize(ASKED)).toEqual({ verdict: 'NoOpinion', reason: 'Everything is forbidden.' });
  });

  it('asks the modes in their order, and counts who has decided [AZMODE-08]', async () => {
    const authorizer = await unionOf('Node', 'AlwaysAllow');
    expect((await authorizer.authorize(ASKED)).verdict).toBe('Allow');
    const exposed = await metrics.expose();
    expect(exposed).toContain(
      'apiserver_authorization_decisions_total{decision="allowed",name="alwaysallow",type="AlwaysAllow"} 1',
    );
    expect(exposed).toContain('apiserver_authorization_decisions_total{decision="allowed",name="node",type="Node"} 0');
  });
});
