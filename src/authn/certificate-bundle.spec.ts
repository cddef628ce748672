import { X509Certificate } from 'node:crypto';
import { TestAuthority } from '../../test/support/authority.js';
import { CertificateBundle } from './certificate-bundle.js';

const UNKNOWN = 'certificate signed by unknown authority';
const [ca, twin] = await Promise.all([TestAuthority.create('root'), TestAuthority.create('root')]);
const leafOf = async (authority: TestAuthority): Promise<X509Certificate> =>
  new X509Certificate((await authority.issue({ name: 'CN=a' })).cert);

describe('CertificateBundle', () => {
  it('believes what one of its authorities has signed, whatever others are called', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(bundle.faultOf(await leafOf(ca))).toBeUndefined();
    expect(bundle.faultOf(await leafOf(twin))).toBe(UNKNOWN);
  });

  it('believes all authorities of all texts', async () => {
    const third = await TestAuthority.create('third');
    const bundle = new CertificateBundle([`${ca.pem}${twin.pem}`, third.pem]);
    for (const each of [ca, twin, third]) expect(bundle.faultOf(await leafOf(each))).toBeUndefined();
  });

  it('forgets what it believed when authorities change [AUTHGAP-01]', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    const leaf = await leafOf(ca);
    expect(bundle.faultOf(leaf)).toBeUndefined();
    bundle.use([twin.pem]);
    expect(bundle.faultOf(leaf)).toBe(UNKNOWN);
  });

  it('does not take a user for an authority', async () => {
    const user = await ca.issue({ name: 'CN=user' });
    const bundle = new CertificateBundle([user.cert]);
    expect(bundle.faultOf(new X509Certificate(user.cert))).toBeUndefined();
    expect(bundle.faultOf(await leafOf(ca))).toBe(UNKNOWN);
  });

  it('keeps its authorities when a text has none', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(() => bundle.use(['nonsense'])).toThrow('data does not contain any valid RSA or ECDSA certificates');
    expect(bundle.faultOf(await leafOf(ca))).toBeUndefined();
  });
});
