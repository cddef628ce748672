import { readFile } from 'node:fs/promises';
import { type AuthenticationOptions, OptionsError } from '../../options/index.js';
import type { JwtConfig } from './authentication-configuration.js';

/** Returns the issuer that the flags `--oidc-*` describe; undefined where they describe none. */
export async function readOidcFlags(options: AuthenticationOptions): Promise<JwtConfig | undefined> {
  if (options.oidcIssuerUrl === '') return undefined;
  return {
    issuer: {
      url: options.oidcIssuerUrl,
      discoveryURL: '',
      certificateAuthority: await readAuthority(options.oidcCaFile),
      audiences: [options.oidcClientId],
      audienceMatchPolicy: '',
    },
    claimMappings: {
      username: { claim: options.oidcUsernameClaim, prefix: usernamePrefix(options) },
      ...(options.oidcGroupsClaim !== '' && {
        groups: { claim: options.oidcGroupsClaim, prefix: options.oidcGroupsPrefix },
      }),
    },
    claimValidationRules: Object.entries(options.oidcRequiredClaims).map(([claim, requiredValue]) => ({
      claim,
      requiredValue,
    })),
  };
}

/** Names that only the issuer keeps apart get its URL in front; a dash forbids that. */
function usernamePrefix({ oidcUsernamePrefix, oidcUsernameClaim, oidcIssuerUrl }: AuthenticationOptions): string {
  if (oidcUsernamePrefix === '-') return '';
  return oidcUsernamePrefix === '' && oidcUsernameClaim !== 'email' ? `${oidcIssuerUrl}#` : oidcUsernamePrefix;
}

async function readAuthority(path: string): Promise<string> {
  if (path === '') return '';
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const message = `cannot read ${path}: ${(error as Error).message}`;
    throw new OptionsError([{ option: '--oidc-ca-file', message, remedy: 'Check the path of the file.' }]);
  }
}
