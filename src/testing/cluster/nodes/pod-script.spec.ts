import type { Pod } from '../types.js';
import { scriptOf } from './pod-script.js';
import { stateOf } from './pod-state.js';

const pod = (changes: Partial<Pod['metadata']> = {}, spec: object = {}): Pod => ({
  metadata: { name: 'p', namespace: 'a', uid: 'u', ...changes },
  spec: { containers: [{ name: 'main', image: 'x' }], ...spec },
});
const scripts = [
  { selector: {}, script: { runAfter: 1 } },
  { selector: { labels: { app: 'web' } }, script: { runAfter: 2 } },
  { selector: { namespace: 'b' }, script: { runAfter: 3 } },
];

describe('scriptOf()', () => {
  it.each([
    ['the last that selects it', pod({ labels: { app: 'web' } }), { runAfter: 2 }],
    ['that for all', pod(), { runAfter: 1 }],
    ['that of its namespace', pod({ namespace: 'b', labels: { app: 'web' } }), { runAfter: 3 }],
    [
      'its annotations first',
      pod({ annotations: { 'testing.binnacle.dev/run-after-ms': '9', 'testing.binnacle.dev/exit-code': 'x' } }),
      { runAfter: 9 },
    ],
    [
      'an end, for pods of jobs',
      pod({ ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'v', controller: true }] }),
      { runAfter: 1, exitAfter: 0 },
    ],
  ])('is %s', (_, of, script) => {
    expect(scriptOf(of, scripts)).toEqual(script);
  });
});

describe('stateOf()', () => {
  const at = (now: number, script: object, spec: object = {}): unknown[] => {
    const place = { hostIp: '10.1.0.0', podIp: '10.244.0.1', since: 0, now };
    const { status, lasts } = stateOf(pod({}, spec), script, place);
    return [status?.phase, status?.conditions?.find(({ type }) => type === 'Ready')?.status, lasts];
  };
  const slow = { runAfter: 10, readyAfter: 5, exitAfter: 20 };

  it.each([
    [0, slow, {}, ['Pending', 'False', 10]],
    [10, slow, {}, ['Running', 'False', 5]],
    [15, slow, {}, ['Running', 'True', 15]],
    [30, slow, { restartPolicy: 'Never' }, ['Succeeded', 'False', Infinity]],
    [30, { ...slow, exitCode: 1 }, { restartPolicy: 'Never' }, ['Failed', 'False', Infinity]],
    [30, slow, { restartPolicy: 'OnFailure' }, ['Succeeded', 'False', Infinity]],
    [30, slow, { restartPolicy: 'Always' }, ['Running', 'False', Infinity]],
    [0, {}, {}, ['Running', 'True', Infinity]],
  ])('at %i of %j with %j', (now, script, spec, state) => {
    expect(at(now, script, spec)).toEqual(state);
  });
});
