import { conditionsOf, isTrouble } from './conditions.js';
import { containersOf } from './containers.js';

describe('containersOf()', () => {
  it('joins containers with their states', () => {
    const pod = {
      spec: {
        containers: [
          {
            name: 'a',
            image: 'i:1',
            ports: [{ name: 'http', containerPort: 80 }],
            resources: { limits: { cpu: '1' } },
          },
          { name: 'b', image: 'i:2' },
        ],
        initContainers: [{ name: 'c', image: 'i:3' }],
      },
      status: {
        containerStatuses: [
          { name: 'a', ready: true, restartCount: 2, state: { running: { startedAt: 'x' } } },
          { name: 'b', restartCount: 9, state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } } },
        ],
        initContainerStatuses: [{ name: 'c', state: { terminated: { exitCode: 1, reason: 'Error' } } }],
      },
    };
    expect(containersOf(pod)).toMatchObject([
      { name: 'a', state: 'running, ready', isBad: false, restarts: '2', ports: 'http 80', resources: 'limits: cpu 1' },
      { name: 'b', state: 'waiting: CrashLoopBackOff, back-off', isBad: true, restarts: '9' },
      { name: 'c', kind: 'init container', state: 'terminated: Error, exit code 1', isBad: true },
    ]);
    expect(containersOf({ data: {} })).toEqual([]);
  });
});

describe('isTrouble()', () => {
  it.each<[string, string, string, boolean]>([
    ['Ready', 'True', '', false],
    ['Ready', 'False', '', true],
    ['Ready', 'False', 'PodCompleted', false],
    ['MemoryPressure', 'True', '', true],
    ['MemoryPressure', 'False', '', false],
    ['SomethingElse', 'False', '', false],
  ])('of %s %s %s is %s', (type, status, reason, expected) => {
    const [condition] = conditionsOf({ status: { conditions: [{ type, status, reason }] } });
    expect(isTrouble(condition)).toBe(expected);
  });
});
