import { containerBerth } from '../../plugins/example/berth/berth-examples.js';
import { Berth } from '../../plugins/example/berth/berth.v1.js';
import { BerthV1beta1 } from '../../plugins/example/berth/berth.v1beta1.js';
import '../../plugins/example/index.js';
import { ApiType, KubernetesObject } from '../schema/index.js';
import { exampleOf } from './example-of.js';

describe('exampleOf()', () => {
  it('is the first example of the version, under another name, and may be changed', () => {
    const example = exampleOf(Berth, 'a');
    expect(example).toEqual({ ...containerBerth, metadata: { ...containerBerth.metadata, name: 'a' } });
    example.spec.cargo = 'Oil';
    expect(exampleOf(Berth, 'b').spec.cargo).toBe(containerBerth.spec.cargo);
  });

  it('has a name alone where the version has no example', () => {
    expect(exampleOf(BerthV1beta1, 'a')).toEqual({ metadata: { name: 'a' } });
  });

  it('refuses the class of no plugin', () => {
    @ApiType()
    class Stray extends KubernetesObject {}
    expect(() => exampleOf(Stray, 'a')).toThrow('Stray is the class of no plugin that is loaded');
  });
});
