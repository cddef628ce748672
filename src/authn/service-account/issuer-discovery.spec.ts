import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describeIssuer } from './issuer-discovery.js';

describe('describeIssuer()', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keySetUrl = 'https://api:6443/openid/v1/jwks';

  it('publishes where keys are found, and the public half of each key once', () => {
    const found = describeIssuer({ issuer: 'https://issuer', keys: [pem, pem], keySetUrl })!;
    expect(JSON.parse(found.configuration)).toEqual({
      issuer: 'https://issuer',
      jwks_uri: keySetUrl,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
    const { keys } = JSON.parse(found.keySet) as { keys: Record<string, string>[] };
    expect(keys).toEqual([
      { use: 'sig', kid: expect.any(String), alg: 'ES256', ...createPublicKey(pem).export({ format: 'jwk' }) },
    ]);
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('publishes nothing where nobody could find it', () => {
    expect(describeIssuer({ issuer: 'kubernetes/serviceaccount', keys: [pem], keySetUrl })).toBeUndefined();
  });
});
