import type { RequestContext } from '../../endpoints/index.js';

const METHODS = 'POST, GET, OPTIONS, PUT, DELETE, PATCH';
const HEADERS =
  'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since';

/**
 * Handles CORS (`--cors-allowed-origins`; Fetch standard, "CORS protocol"; upstream: WithCORS). Runs before
 * authentication, because preflight requests carry no credentials.
 */
export class CorsFilter {
  private readonly patterns: readonly RegExp[];

  /** `patterns` are the regular expressions of the option, which has checked them. */
  constructor(patterns: readonly string[]) {
    this.patterns = patterns.map((pattern) => new RegExp(pattern));
  }

  /** Adds the headers for a page that may call. Returns whether the request was nothing but the question, and is answered. */
  apply(context: RequestContext): boolean {
    const { origin } = context.headers;
    if (!origin || !this.patterns.some((pattern) => pattern.test(origin))) return false;
    const { response } = context;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', METHODS);
    response.setHeader('access-control-allow-headers', HEADERS);
    response.setHeader('access-control-expose-headers', 'Date');
    response.setHeader('access-control-allow-credentials', 'true');
    if (context.method !== 'OPTIONS') return false;
    context.writeHead(204, {});
    response.end();
    return true;
  }
}
