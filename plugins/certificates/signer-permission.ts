import type { Authorizer, UserInfo } from '../../src/plugin-api/index.js';

/** An action in the name of a signer. */
export interface SignerAction {
  readonly user: UserInfo;
  readonly verb: 'approve' | 'sign' | 'attest';
  readonly signerName: string;
}

/** Reports whether a user may act for a signer: for it alone, or for all of its domain (`example.com/*`). */
export async function mayActForSigner(authorizer: Authorizer, action: SignerAction): Promise<boolean> {
  const { user, verb, signerName } = action;
  const names = [signerName, `${signerName.split('/', 1)[0]}/*`];
  for (const name of names) {
    const { verdict } = await authorizer.authorize({
      user,
      verb,
      namespace: '',
      group: 'certificates.k8s.io',
      version: '*',
      resource: 'signers',
      subresource: '',
      name,
      isResourceRequest: true,
      path: '',
    });
    if (verdict === 'Allow') return true;
  }
  return false;
}
