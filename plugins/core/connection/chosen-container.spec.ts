import type { Pod } from '../pod/shape/pod.v1.js';
import { chosenContainer } from './chosen-container.js';

const podWith = (spec: Pod['spec']): Pod => ({ metadata: { name: 'p' }, spec });
const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));

describe('chosenContainer()', () => {
  const many = podWith({
    initContainers: named('init'),
    containers: named('a', 'b'),
    ephemeralContainers: named('debug'),
  } as Pod['spec']);

  it('lists every container where none is named, in the order they start in', () => {
    expect(() => chosenContainer(many)).toThrow(
      'a container name must be specified for pod p, choose one of: [init a b debug]',
    );
  });

  it('takes the only regular container, or the named one of any sort', () => {
    expect(chosenContainer(podWith({ initContainers: named('init'), containers: named('a') } as Pod['spec']))).toBe(
      'a',
    );
    expect(chosenContainer(many, 'debug')).toBe('debug');
  });

  it('lists nothing of a pod without containers', () => {
    expect(() => chosenContainer(podWith({ initContainers: named('init') } as Pod['spec']))).toThrow(
      /^a container name must be specified for pod p$/,
    );
  });
});
