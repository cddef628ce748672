import { forbiddenResource } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what pages of other sites make a browser send in its user's name (cross-site request forgery; with `--console`).
 * A browser shows a client certificate to whatever page asks, and an API request without a content type needs no
 * preflight. Requests with a special header for credentials cannot be forged so, and programs that are no browser
 * send neither `Origin` nor `Sec-Fetch-Site`. Upgrades count as changes: no rule of browsers keeps pages from opening
 * WebSockets elsewhere.
 */
export class CrossSiteFilter {
  private readonly allowedOrigins: readonly RegExp[];

  /** `allowedOrigins` are the regular expressions of `--cors-allowed-origins`. */
  constructor(allowedOrigins: readonly string[]) {
    this.allowedOrigins = allowedOrigins.map((pattern) => new RegExp(pattern));
  }

  /** Throws StatusError (403) for a request that a page of another site may have caused. */
  check(context: RequestContext): void {
    const { method, headers, response } = context;
    if (SAFE_METHODS.has(method) && !upgradeResponseOf(response)) return;
    if (headers.authorization !== undefined || !this.isForeign(context)) return;
    const why = 'the request comes from a page of another site (Origin, Sec-Fetch-Site); see --cors-allowed-origins';
    throw forbiddenResource({ group: '', resource: '' }, '', why);
  }

  private isForeign({ headers, request }: RequestContext): boolean {
    const { origin } = headers;
    if (origin !== undefined) return !isOwn(origin, hostOf(request)) && !this.allows(origin);
    const site = headers['sec-fetch-site'];
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  }

  private allows(origin: string): boolean {
    return this.allowedOrigins.some((pattern) => pattern.test(origin));
  }
}

function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(`https://${host}`).host;
}

function hostOf({ headers }: RequestContext['request']): string | undefined {
  const host = headers[':authority'] ?? headers.host;
  const text = Array.isArray(host) ? host[0] : host;
  return text !== undefined && URL.canParse(`https://${text}`) ? text : undefined;
}
