import { removeRequestHeaders } from '../../../authn/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { CheckingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';

/** Removes the user headers of front proxies, so that no other server receives them. */
export class FrontProxyGate implements CheckingGate {
  constructor(private readonly access: Pick<AccessParts, 'frontProxies'>) {}

  check({ request }: RequestContext): Passage {
    const { current: trust } = this.access.frontProxies;
    if (trust) removeRequestHeaders(request, trust);
    return 'passed';
  }
}
