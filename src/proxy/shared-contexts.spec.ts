import { makeKubeletCertificates } from '../../test/support/fake-kubelet.js';
import { SharedContexts } from './shared-contexts.js';

describe('SharedContexts.of()', () => {
  it('makes a context once for each kind of server, and again when a certificate changes', async () => {
    const [first, second] = await Promise.all([makeKubeletCertificates(), makeKubeletCertificates()]);
    const contexts = new SharedContexts();
    const of = ({ client, authority: ca }: typeof first): unknown =>
      contexts.of('kubelet', { ca, cert: client.certificate, key: client.key });
    const made = of(first);
    expect(of(first)).toBe(made);
    expect(contexts.of('workload', {})).not.toBe(made);
    expect(of(first)).toBe(made);
    expect(of({ ...first, authority: second.authority })).not.toBe(made);
    expect(of({ ...first, client: second.client })).not.toBe(made);
    expect(() => of({ ...first, client: { ...first.client, key: second.client.key } })).toThrow(/key values mismatch/);
  });
});
