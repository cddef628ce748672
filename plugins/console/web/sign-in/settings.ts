import { Api } from '../api/api.js';

/** The issuer at which users sign in. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** The settings of the page. */
export interface ConsoleSettings {
  /** The origins of other servers that the page may call. */
  readonly servers: readonly string[];
  readonly oidc: OidcSettings | null;
}

/** Reads the settings of the page. Throws ApiError. */
export function readSettings(): Promise<ConsoleSettings> {
  return new Api().json<ConsoleSettings>({ path: '/console/settings' });
}
