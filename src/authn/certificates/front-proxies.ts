import type { AuthenticationOptions } from '../../options/index.js';

/** The names of the headers in which front proxies send the user (`--requestheader-*`). */
export interface RequestHeaderNames {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly group: readonly string[];
  readonly extraPrefixes: readonly string[];
}

/** The headers and names by which front proxies are believed. */
export interface FrontProxyTrust {
  /** In lower case. */
  readonly names: RequestHeaderNames;
  /** Common names that their certificates may have; any if there are none. */
  readonly allowedNames: ReadonlySet<string>;
}

/** The trust in front proxies that is in force; it may change at any time. Both type and injection token. */
export class FrontProxies {
  /** Undefined where none is believed. */
  current: FrontProxyTrust | undefined;

  /** Activates other names. */
  use(names: RequestHeaderNames, allowedNames: readonly string[]): void {
    this.current = { names: inLowerCase(names), allowedNames: new Set(allowedNames) };
  }

  /** Returns the trust that flags describe. */
  static ofOptions(options: AuthenticationOptions): FrontProxies {
    const proxies = new FrontProxies();
    if (options.requestHeaderClientCaFile === '') return proxies;
    const names = {
      username: options.requestHeaderUsernameHeaders,
      uid: options.requestHeaderUidHeaders,
      group: options.requestHeaderGroupHeaders,
      extraPrefixes: options.requestHeaderExtraPrefixes,
    };
    proxies.use(names, options.requestHeaderAllowedNames);
    return proxies;
  }
}

function inLowerCase({ username, uid, group, extraPrefixes }: RequestHeaderNames): RequestHeaderNames {
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
  return { username: lower(username), uid: lower(uid), group: lower(group), extraPrefixes: lower(extraPrefixes) };
}
