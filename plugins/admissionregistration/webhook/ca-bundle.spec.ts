import { makeKubeletCertificates } from '../../../test/support/fake-kubelet.js';
import { caBundleFault } from './ca-bundle.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const block = (type: string, text: string): string => `-----BEGIN ${type}-----\n${text}\n-----END ${type}-----\n`;
const faultIn = (text: string): string | undefined =>
  caBundleFault(base64(text))?.replace('unable to load root certificates: ', '');

describe('caBundleFault()', () => {
  it.each([
    ['text without blocks', 'certificate', 'unable to parse bytes as PEM block'],
    ['an empty line', '\n', 'unable to parse bytes as PEM block'],
    ['keys alone', block('PUBLIC KEY', 'AAAA'), 'no valid certificate authority data seen'],
    ['another text', block('CERTIFICATE', 'AAAA'), 'failed to parse certificate: x509: malformed certificate'],
  ])('refuses %s', (_of, text, reason) => {
    expect(faultIn(text)).toBe(reason);
  });

  it('accepts a bundle with a certificate, and none', async () => {
    const { authority } = await makeKubeletCertificates();
    expect(faultIn(authority.toString())).toBeUndefined();
    expect([caBundleFault(), caBundleFault('')]).toEqual([undefined, undefined]);
  });
});
