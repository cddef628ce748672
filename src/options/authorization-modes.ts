/** The authorizers that `--authorization-mode` and the file of `--authorization-config` can name: the one list, of which `src/authz` makes each. */
export const AUTHORIZATION_MODES = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'] as const;

/** One of AUTHORIZATION_MODES. */
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];
