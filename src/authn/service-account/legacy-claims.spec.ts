import type { Payload } from './json-web-token.js';
import { LEGACY_ISSUER, legacyClaims, readLegacyClaims } from './legacy-claims.js';

const TOKEN = { namespace: 'n', secret: 's', serviceAccount: { name: 'a', uid: 'u' } };

describe('readLegacyClaims()', () => {
  it('reads what legacyClaims() writes', () => {
    expect(legacyClaims(TOKEN)).toMatchObject({ iss: LEGACY_ISSUER, sub: 'system:serviceaccount:n:a' });
    expect(readLegacyClaims(legacyClaims(TOKEN))).toEqual(TOKEN);
  });

  it.each(['namespace', 'secret.name', 'service-account.name', 'service-account.uid'])(
    'needs %s as a text that is not empty',
    (claim) => {
      for (const value of [undefined, '', 7, null]) {
        const payload = { ...legacyClaims(TOKEN), [`kubernetes.io/serviceaccount/${claim}`]: value } as Payload;
        expect(readLegacyClaims(payload)).toBeUndefined();
      }
    },
  );

  it('needs the subject of the account', () => {
    expect(readLegacyClaims({ ...legacyClaims(TOKEN), sub: 'system:serviceaccount:n:b' })).toBeUndefined();
  });
});
