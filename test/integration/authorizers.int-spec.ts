import type { AccessObjects } from '../../src/access/index.js';
import {
  AlwaysAllowAuthorizer,
  AlwaysDenyAuthorizer,
  NodeAuthorizer,
  PrivilegedGroupsAuthorizer,
  RbacAuthorizer,
  UnionAuthorizer,
} from '../../src/authz/index.js';
import { MetricsRegistry } from '../../src/observability/index.js';
import { attributesFor, describeAuthorizerContract } from '../contract/authorizer.contract.js';

const objects: Pick<AccessObjects, 'follow'> = {
  follow(resources, listener) {
    for (const { resource } of resources) listener.onReady(resource);
    return () => {};
  },
};

describeAuthorizerContract('AlwaysAllowAuthorizer', () => new AlwaysAllowAuthorizer());
describeAuthorizerContract('AlwaysDenyAuthorizer', () => new AlwaysDenyAuthorizer());
describeAuthorizerContract('RbacAuthorizer', () => new RbacAuthorizer(objects));
describeAuthorizerContract(
  'NodeAuthorizer',
  () => new NodeAuthorizer({ objects, release: '1.32', isEnabled: () => true, metrics: new MetricsRegistry() }),
);
describeAuthorizerContract('PrivilegedGroupsAuthorizer', () => new PrivilegedGroupsAuthorizer());
describeAuthorizerContract('UnionAuthorizer', () => new UnionAuthorizer([new PrivilegedGroupsAuthorizer()]));

describe('UnionAuthorizer', () => {
  it('does not allow what nobody has an opinion on', async () => {
    const decision = await new UnionAuthorizer([]).authorize(attributesFor());
    expect(decision.verdict).not.toBe('Allow');
  });

  it('stops at the first opinion', async () => {
    const members = [new PrivilegedGroupsAuthorizer(), new AlwaysDenyAuthorizer(), new AlwaysAllowAuthorizer()];
    const master = { name: 'root', groups: ['system:masters'] };
    const union = new UnionAuthorizer(members);
    expect((await union.authorize(attributesFor({ user: master }))).verdict).toBe('Allow');
  });
});
