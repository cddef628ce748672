import type { AuthorizationAttributes } from '../authorizer.js';
import { MetricsRegistry } from '../../observability/index.js';
import { NodeAuthorizer } from './node.authorizer.js';
import { nodeRightFor } from './node-rights.js';

const NODE = { name: 'system:node:one', groups: ['system:nodes'] };
const LIST: AuthorizationAttributes = {
  ...{ user: NODE, verb: 'list', namespace: '', group: '', version: 'v1', resource: 'pods', subresource: '', name: '' },
  ...{ isResourceRequest: true, path: '' },
};

describe('NodeAuthorizer', () => {
  let stopped: number;
  let ready: (() => void) | undefined;

  function open(): NodeAuthorizer {
    [stopped, ready] = [0, undefined];
    const objects = {
      follow: (resources: readonly { resource: string }[], listener: { onReady(resource: string): void }) => {
        ready = () => resources.forEach(({ resource }) => listener.onReady(resource));
        return () => void stopped++;
      },
    };
    return new NodeAuthorizer({
      objects: objects as never,
      release: '1.32',
      isEnabled: () => true,
      metrics: new MetricsRegistry(),
    });
  }

  it.each<[string, string[], boolean]>([
    ['system:node:one', ['system:nodes'], true],
    ['system:node:', ['system:nodes'], true],
    ['system:node:one', [], false],
    ['jane', ['system:nodes'], false],
  ])('lists no rules of %s in %j, and says so of nodes', (name, groups, isNode) => {
    const errors = isNode ? ['node authorizer does not support user rule resolution'] : [];
    const expected = { resourceRules: [], nonResourceRules: [], incomplete: isNode, errors };
    expect(open().rulesFor({ name, groups })).toEqual(expected);
  });

  it('decides about objects once it knows all of them, and follows them until it is closed', async () => {
    const authorizer = open();
    const secret = { ...LIST, verb: 'get', resource: 'secrets', namespace: 'n', name: 's' };
    const decision = authorizer.authorize(secret);
    expect(decision).toBeInstanceOf(Promise);
    let isDecided = false;
    void Promise.resolve(decision).then(() => (isDecided = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDecided).toBe(false);
    ready!();
    expect(await decision).toEqual({
      verdict: 'NoOpinion',
      reason: "no relationship found between node 'one' and this object",
    });
    expect(authorizer.authorize(secret)).not.toBeInstanceOf(Promise);
    authorizer.close();
    expect(stopped).toBe(1);
  });
});

describe('nodeRightFor()', () => {
  const REFUSED = { refusal: 'can only list/watch pods with spec.nodeName field selector' };
  it.each<[string | undefined, unknown]>([
    ['spec.nodeName=one', 'yes'],
    ['spec.nodeName==one', 'yes'],
    ['spec.nodeName=one,status.phase=Running', 'yes'],
    ['spec.nodeName!=one', REFUSED],
    ['spec.nodeName=two', REFUSED],
    ['spec.nodeName=', REFUSED],
    ['metadata.name=one', REFUSED],
    ['', REFUSED],
    [undefined, REFUSED],
    // A selector that cannot be parsed fails the request later; it must not allow it before.
    ['spec.nodeName', REFUSED],
    ['spec.nodeName=one,x', REFUSED],
  ])('with the selector %j lets a node list pods: %j', (fieldSelector, right) => {
    expect(nodeRightFor({ ...LIST, fieldSelector }, 'one', { scopes: true, certifiesPods: false })).toEqual(right);
  });
});
