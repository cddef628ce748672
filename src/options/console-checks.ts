import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The peers that the console is served to: those on the loopback interface, or any. */
export const CONSOLE_BINDS: readonly string[] = ['loopback', 'any'];

/** Checks who the console is served to, and the servers that it calls. */
export function checkConsole(options: ApiServerOptions): OptionProblem[] {
  return [...checkBind(options), ...checkIssuer(options), ...checkServers(options)];
}

function checkBind({ console: { bind } }: ApiServerOptions): OptionProblem[] {
  if (CONSOLE_BINDS.includes(bind)) return [];
  const message = `${JSON.stringify(bind)} is unknown`;
  return [{ option: '--console-bind', message, remedy: `Use ${CONSOLE_BINDS.join(' or ')}.` }];
}

/** The page's policy allows connections to the issuer: its URL has to be one that stands for a server. */
function checkIssuer({ console, authentication }: ApiServerOptions): OptionProblem[] {
  if (console.oidcClientId === '') return [];
  const issuer = console.oidcIssuerUrl || authentication.oidcIssuerUrl;
  if (isHttps(issuer) && console.oidcScopes.includes('openid')) return [];
  if (!isHttps(issuer)) {
    const remedy = 'Give the https URL of the issuer that the client belongs to.';
    return [{ option: '--console-oidc-issuer-url', message: `${JSON.stringify(issuer)} is no https URL`, remedy }];
  }
  return [{ option: '--console-oidc-scopes', message: 'openid is missing', remedy: 'Give openid among the scopes.' }];
}

function checkServers({ console }: ApiServerOptions): OptionProblem[] {
  return console.servers
    .filter((server) => !isHttps(server) || new URL(server).origin !== server)
    .map((server) => ({
      option: '--console-servers',
      message: `${JSON.stringify(server)} is no origin`,
      remedy: 'Give the scheme, host and port alone, such as https://10.0.0.5:6443.',
    }));
}

/** Origins that can be part of a content security policy: a semicolon, which URLs allow in names of hosts, ends a directive. */
const ORIGIN = /^https:\/\/[\w.:[\]-]+$/;

function isHttps(url: string): boolean {
  return URL.canParse(url) && ORIGIN.test(new URL(url).origin);
}
