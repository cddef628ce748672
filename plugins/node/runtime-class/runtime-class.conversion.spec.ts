import { runtimeClassConversion } from './runtime-class.conversion.js';

const metadata = { name: 'c' };
const scheduling = { nodeSelector: { a: 'b' } };

describe('runtimeClassConversion', () => {
  it('takes everything out of the spec and puts it back', () => {
    const old = { metadata, spec: { runtimeHandler: 'h', scheduling } };
    const hub = runtimeClassConversion.toHub(old);
    expect(hub).toEqual({ metadata, handler: 'h', scheduling });
    expect(runtimeClassConversion.fromHub(hub)).toEqual(old);
  });

  it('takes a class without a spec', () => {
    expect(runtimeClassConversion.toHub({ metadata })).toEqual({ metadata, handler: '' });
  });
});
