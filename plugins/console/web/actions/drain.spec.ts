import type { ApiObject } from '../api/objects.js';
import { evictionOf, planDrain } from './drain.js';

const owner = (kind: string) => [{ apiVersion: 'apps/v1', kind, name: 'o', uid: 'o', controller: true }];
const pod = (metadata: object, spec = {}, phase = 'Running'): ApiObject =>
  ({ metadata: { name: 'p', ...metadata }, spec, status: { phase } }) as never;

describe('planDrain()', () => {
  const emptyDir = { volumes: [{ emptyDir: {} }] };

  it.each<[string, ApiObject, string | undefined, string | undefined]>([
    ['one of a ReplicaSet', pod({ ownerReferences: owner('ReplicaSet') }), undefined, undefined],
    [
      'one of a DaemonSet',
      pod({ ownerReferences: owner('DaemonSet') }),
      'its DaemonSet would create it again on this node',
      undefined,
    ],
    [
      'a mirror pod',
      pod({ annotations: { 'kubernetes.io/config.mirror': 'x' } }),
      'mirror pod of the kubelet',
      undefined,
    ],
    ['one without a controller', pod({}), undefined, 'no controller creates it again'],
    ['one that has finished', pod({}, emptyDir, 'Succeeded'), undefined, undefined],
    [
      'one with data',
      pod({ ownerReferences: owner('ReplicaSet') }, emptyDir),
      undefined,
      'the data of its emptyDir volumes would be lost',
    ],
  ])('of %s', (_, each, skipped, blocked) => {
    const [planned] = planDrain([each], { force: false, deletesEmptyDir: false });
    expect([planned.skipped, planned.blocked]).toEqual([skipped, blocked]);
    expect(planDrain([each], { force: true, deletesEmptyDir: true })[0].blocked).toBeUndefined();
  });
});

describe('evictionOf()', () => {
  it('is of this pod, and of no later one of its name', () => {
    const { path, body } = evictionOf({ metadata: { name: 'p', namespace: 'n', uid: 'u' } });
    expect(path).toBe('/api/v1/namespaces/n/pods/p/eviction');
    expect(body).toMatchObject({ deleteOptions: { preconditions: { uid: 'u' } } });
  });
});
