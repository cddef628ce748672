import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { FakeClock } from '../../testing/fake-clock.js';
import type { AuthenticationResult } from '../authenticator.js';
import { ClientCertificateAuthenticator } from './client-certificate.authenticator.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2024, 0, 1);

async function certify(name: string): Promise<X509Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notBefore = new Date(NOW - DAY);
  const notAfter = new Date(NOW + DAY);
  const made = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
  });
  return new X509Certificate(made.toString('pem'));
}

describe('ClientCertificateAuthenticator', () => {
  let clock: FakeClock;
  let authenticator: ClientCertificateAuthenticator;

  beforeEach(() => {
    clock = new FakeClock(NOW);
    authenticator = new ClientCertificateAuthenticator({
      audiences: ['api'],
      authorities: { faultOf: () => undefined },
      clock,
    });
  });

  const ask = (certificate: X509Certificate, fault?: string): AuthenticationResult | undefined =>
    authenticator.authenticate({ headers: {}, path: '/', clientCertificate: () => ({ certificate, fault }) });

  it('takes the name from the subject, the groups from its organizations', async () => {
    const certificate = await certify('O=devs, O=testers, CN=alice');
    expect(ask(certificate)).toEqual({
      user: {
        name: 'alice',
        groups: ['devs', 'testers'],
        extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
      },
      audiences: ['api'],
      knownBy: 'client certificate',
    });
    expect(ask(certificate)?.user).toBe(ask(certificate)?.user);
  });

  it('is not misled by what a name contains', async () => {
    expect(ask(await certify('CN="eve\\nO=system:masters"'))?.user.groups).toEqual([]);
  });

  it('has nothing to say where there is no certificate, or no name in it', async () => {
    expect(authenticator.authenticate({ headers: {}, path: '/' })).toBeUndefined();
    expect(ask(await certify('O=devs'))).toBeUndefined();
  });

  it('refuses what TLS does not trust', async () => {
    const certificate = await certify('CN=alice');
    expect(() => ask(certificate, 'DEPTH_ZERO_SELF_SIGNED_CERT')).toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('refuses a certificate that expires while its connection lives', async () => {
    const certificate = await certify('CN=alice');
    expect(ask(certificate)).toBeDefined();
    clock.advance(DAY + 1000);
    expect(() => ask(certificate)).toThrow('expired');
  });

  it('accepts a certificate from its first moment to its last', async () => {
    const certificate = await certify('CN=alice');
    const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    const at = (now: number) => {
      const settings = { audiences: ['api'], authorities: { faultOf: () => undefined }, clock: new FakeClock(now) };
      const shown = { certificate, fault: undefined };
      return new ClientCertificateAuthenticator(settings).authenticate({
        headers: {},
        path: '/',
        clientCertificate: () => shown,
      });
    };
    expect([at(from)?.user.name, at(until)?.user.name]).toEqual(['alice', 'alice']);
    expect(() => at(from - 1)).toThrow('not yet valid');
    expect(() => at(until + 1)).toThrow('expired');
  });

  it('reports the seconds until an accepted certificate expires', async () => {
    const left: number[] = [];
    const onAccepted = (seconds: number): void => void left.push(seconds);
    const settings = { audiences: ['api'], authorities: { faultOf: () => undefined }, clock, onAccepted };
    const counting = new ClientCertificateAuthenticator(settings);
    const certificate = await certify('CN=alice');
    const shown = { headers: {}, path: '/', clientCertificate: () => ({ certificate, fault: undefined }) };
    counting.authenticate(shown);
    clock.advance(90_000);
    expect(counting.authenticate({ ...shown, audiences: ['other'] })?.audiences).toEqual(['other']);
    clock.advance(DAY);
    expect(() => counting.authenticate(shown)).toThrow('expired');
    expect(left).toEqual([DAY / 1000, DAY / 1000 - 90]);
  });
});
