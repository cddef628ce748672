/** The core resources that credentials follow from: all that authentication knows of kinds. */
export const CREDENTIAL_RESOURCES = {
  account: 'serviceaccounts',
  pod: 'pods',
  secret: 'secrets',
  node: 'nodes',
} as const;

/** One of them. */
export type CredentialResource = (typeof CREDENTIAL_RESOURCES)[keyof typeof CREDENTIAL_RESOURCES];

/** The review that webhooks are asked by. */
export const TOKEN_REVIEW = 'TokenReview';
