import type { Pod } from '../shape/pod.v1.js';
import { keepAllButResources, resizeFaults, resizeRefusal } from './pod-resize.js';

const resources = (cpu: string, more: object = {}): object => ({ requests: { cpu, memory: '1Gi', ...more } });
const podWith = (containers: object[], more: object = {}): Pod =>
  ({
    metadata: { name: 'p' },
    spec: { containers },
    status: { phase: 'Running', qosClass: 'Burstable' },
    ...more,
  }) as Pod;
const OLD = podWith([{ name: 'a', image: 'i', resources: resources('1', { 'x.io/y': '1' }) }, { name: 'b' }]);

/** The faults of a write that asks for other resources of the first container. */
function faultsOf(wanted: object, old = OLD): string[] {
  const pod = podWith([{ name: 'a', ...wanted }]);
  keepAllButResources(pod, old);
  return resizeFaults(pod, old).map(({ field, message }) => `${field}: ${message.split('\n')[0]}`);
}

describe('keepAllButResources()', () => {
  it('takes what containers ask for, by their names, and says that it is proposed', () => {
    const pod = podWith(
      [
        { name: 'b', resources: resources('3') },
        { name: 'a', image: 'other', resources: resources('2') },
        { name: 'new' },
      ],
      { metadata: { name: 'p', labels: { a: 'b' } } },
    );
    keepAllButResources(pod, OLD);
    expect(pod.metadata.labels).toBeUndefined();
    expect(pod.spec!.containers).toEqual([
      { name: 'a', image: 'i', resources: resources('2') },
      { name: 'b', resources: resources('3') },
    ]);
    expect(pod.status?.resize).toBe('Proposed');
    const same = structuredClone(OLD);
    keepAllButResources(same, OLD);
    expect(same.status?.resize).toBeUndefined();
  });
});

describe('resizeFaults()', () => {
  it.each<[string, object, string[]]>([
    ['other amounts of cpu and memory', { resources: { requests: { cpu: '2', memory: '2Gi', 'x.io/y': '1' } } }, []],
    [
      'amounts where there were none',
      { resources: { limits: { cpu: '2' }, ...resources('1', { 'x.io/y': '1' }) } },
      [],
    ],
    [
      'another amount of something else',
      { resources: resources('1', { 'x.io/y': '2' }) },
      ['spec: Forbidden: only cpu and memory resources are mutable'],
    ],
    [
      'a request that is taken away',
      { resources: { requests: { cpu: '1', 'x.io/y': '1' } } },
      ['spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed'],
    ],
    [
      'another class of service',
      { resources: {} },
      [
        'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
        'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
        'spec: Forbidden: only cpu and memory resources are mutable',
      ],
    ],
  ])('%s', (_title, wanted, faults) => {
    expect(faultsOf(wanted)).toEqual(faults);
  });

  it('rejects nodes that do not report allocated resources', () => {
    const running = (more: object): Pod => ({
      ...OLD,
      status: { ...OLD.status, containerStatuses: [{ state: { running: {} }, ...more }] } as Pod['status'],
    });
    const wanted = { resources: resources('2', { 'x.io/y': '1' }) };
    expect(faultsOf(wanted, running({}))).toEqual(['spec: Forbidden: Pod running on node without support for resize']);
    expect(faultsOf(wanted, running({ resources: {} }))).toEqual([]);
  });
});

describe('resizeRefusal()', () => {
  it.each<[string, Partial<Pod>]>([
    ['pods with pod-level resources', { spec: { containers: [], resources: { limits: { cpu: '1' } } } }],
    ['static pods', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }],
    ['windows pods', { spec: { containers: [], os: { name: 'windows' } } }],
  ])('%s cannot be resized', (what, change) => {
    const pod = { ...OLD, ...change } as Pod;
    expect(resizeRefusal(pod, pod)?.message).toBe(`Forbidden: ${what} cannot be resized`);
    expect(resizeRefusal(OLD, OLD)).toBeUndefined();
  });
});
