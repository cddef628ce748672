import type { ApiServerOptions } from '../../src/plugin-api/built-in.js';

/** The settings of the page, which are public. */
export interface ConsoleSettings {
  /** The origins of other servers that the page may call. */
  readonly servers: readonly string[];
  /** The issuer at which users sign in; null where they do not. */
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly scopes: readonly string[] } | null;
}

/** Returns the settings of the page by the options of the server. */
export function consoleSettings({ console, authentication }: ApiServerOptions): ConsoleSettings {
  const { servers, oidcClientId: clientId, oidcScopes: scopes } = console;
  if (clientId === '') return { servers, oidc: null };
  return { servers, oidc: { issuer: console.oidcIssuerUrl || authentication.oidcIssuerUrl, clientId, scopes } };
}

/** Returns the content security policy of the page: everything from this server, nothing inline, no frames. */
export function policyOf({ servers, oidc }: ConsoleSettings): string {
  const issuers = oidc ? [new URL(oidc.issuer).origin] : [];
  // A source with the scheme https does not match WebSockets.
  const sockets = servers.map((server) => server.replace('https:', 'wss:'));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["connect-src 'self'", ...issuers, ...servers, ...sockets].join(' '),
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
