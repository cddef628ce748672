import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthenticationOptions } from '../../options/index.js';
import { readOidcFlags } from './oidc-flags.js';

const FLAGS = {
  oidcIssuerUrl: 'https://issuer',
  oidcClientId: 'api',
  oidcCaFile: '',
  oidcUsernameClaim: 'sub',
  oidcUsernamePrefix: '',
  oidcGroupsClaim: '',
  oidcGroupsPrefix: 'g:',
  oidcRequiredClaims: {},
};

const read = (flags: Partial<typeof FLAGS> & { oidcRequiredClaims?: Record<string, string> } = {}) =>
  readOidcFlags({ ...FLAGS, ...flags } as unknown as AuthenticationOptions);

describe('readOidcFlags()', () => {
  it('describes no issuer without its URL', async () => expect(await read({ oidcIssuerUrl: '' })).toBeUndefined());

  it('describes an issuer', async () => {
    expect(await read()).toEqual({
      issuer: {
        url: 'https://issuer',
        discoveryURL: '',
        certificateAuthority: '',
        audiences: ['api'],
        audienceMatchPolicy: '',
      },
      claimMappings: { username: { claim: 'sub', prefix: 'https://issuer#' } },
      claimValidationRules: [],
    });
    expect(await read({ oidcGroupsClaim: 'roles', oidcRequiredClaims: { a: '1', b: '' } })).toMatchObject({
      claimMappings: { groups: { claim: 'roles', prefix: 'g:' } },
      claimValidationRules: [
        { claim: 'a', requiredValue: '1' },
        { claim: 'b', requiredValue: '' },
      ],
    });
  });

  it.each([
    ['sub', '', 'https://issuer#'],
    ['sub', 'p:', 'p:'],
    ['sub', '-', ''],
    ['email', '', ''],
    ['email', 'p:', 'p:'],
    ['email', '-', ''],
  ])('puts in front of names by the claim %s and the prefix "%s": "%s"', async (claim, given, prefix) => {
    const jwt = await read({ oidcUsernameClaim: claim, oidcUsernamePrefix: given });
    expect(jwt?.claimMappings.username).toEqual({ claim, prefix });
  });

  it('reads the authority of the issuer, and names the flag of one that is not there', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'oidc-'));
    const path = join(directory, 'ca.pem');
    writeFileSync(path, 'pem');
    expect((await read({ oidcCaFile: path }))?.issuer.certificateAuthority).toBe('pem');
    rmSync(directory, { recursive: true });
    await expect(read({ oidcCaFile: path })).rejects.toMatchObject({ problems: [{ option: '--oidc-ca-file' }] });
  });
});
