import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createAuthority } from '../../../test/support/create-authority.js';
import { keyPairWarnings } from './key-pair-warnings.js';

const other = (text: string): string => `-----BEGIN ${text}-----\nAAAA\n-----END ${text}-----\n`;

describe('keyPairWarnings()', () => {
  it('has nothing to say about a certificate and its key', async () => {
    const { certificate, key } = await createAuthority('test', new Date());
    expect(keyPairWarnings(`some text\n${certificate}`, key)).toEqual([]);
  });

  it.each(['EC PRIVATE KEY', 'PRIVATE KEY', 'ANY PRIVATE KEY'])(
    'reads a key by what it holds, not by its name: %s',
    async (name) => {
      const { certificate, key } = await createAuthority('test', new Date());
      for (const type of ['sec1', 'pkcs8'] as const) {
        const bytes = createPrivateKey(key).export({ type, format: 'der' }).toString('base64');
        expect(keyPairWarnings(certificate, `-----BEGIN ${name}-----\n${bytes}\n-----END ${name}-----\n`)).toEqual([]);
      }
    },
  );

  it.each([
    ['', '', 'tls: failed to find any PEM data in certificate input'],
    [
      other('PRIVATE KEY'),
      '',
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    ],
    [
      other('X') + other('Y Z'),
      '',
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [X Y Z]',
    ],
    [other('CERTIFICATE'), 'key', 'tls: failed to find any PEM data in key input'],
    [
      other('CERTIFICATE'),
      other('CERTIFICATE'),
      'tls: found a certificate rather than a key in the PEM for the private key',
    ],
    [
      other('CERTIFICATE'),
      other('X'),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [X]',
    ],
    [other('CERTIFICATE'), other('EC PRIVATE KEY'), 'x509: malformed certificate'],
  ])('reports the faults of %j and %j', (certificate, key, expected) => {
    expect(keyPairWarnings(certificate, key)).toEqual([expected]);
  });

  it('reports that a key belongs to another certificate', async () => {
    const [one, two] = await Promise.all(['one', 'two'].map((name) => createAuthority(name, new Date())));
    expect(keyPairWarnings(one.certificate, two.key)).toEqual(['tls: private key does not match public key']);
    expect(keyPairWarnings(one.certificate, other('PRIVATE KEY'))).toEqual(['tls: failed to parse private key']);
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(keyPairWarnings(one.certificate, key)).toEqual(['tls: private key type does not match public key type']);
  });

  it('looks once at blocks that begin and never end', () => {
    const beginnings = '-----BEGIN A-----\n'.repeat(100_000);
    const started = performance.now();
    expect(keyPairWarnings(beginnings, '')).toEqual(['tls: failed to find any PEM data in certificate input']);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
