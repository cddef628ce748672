/** The authorizers that `--authorization-mode` can name: the one list, of which `src/authz` makes each. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'AlwaysDeny', 'RBAC', 'Node'] as const;

/** One of AUTHORIZATION_MODES. */
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];
