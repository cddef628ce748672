import { CorsFilter } from '../../filters/cors.filter.js';
import { CrossSiteFilter } from '../../filters/cross-site.filter.js';
import type { CheckingGate } from '../gate.js';
import type { BrowserRules } from '../pipeline-parts.js';

/** Creates the gate that answers preflight requests of allowed origins; undefined if no origin is allowed. */
export function corsGate({ allowedOrigins }: Pick<BrowserRules, 'allowedOrigins'>): CheckingGate | undefined {
  if (allowedOrigins.length === 0) return undefined;
  const filter = new CorsFilter(allowedOrigins);
  return { check: (context) => (filter.apply(context) ? 'answered' : 'passed') };
}

/** Creates the gate that rejects changes caused by pages of other sites; undefined if they are not refused. */
export function crossSiteGate({
  refusesCrossSite,
  allowedOrigins,
}: Pick<BrowserRules, 'refusesCrossSite' | 'allowedOrigins'>): CheckingGate | undefined {
  if (!refusesCrossSite) return undefined;
  const filter = new CrossSiteFilter(allowedOrigins);
  return {
    check(context) {
      filter.check(context);
      return 'passed';
    },
  };
}
