import { type MaybePromise, failure } from '../../../apimachinery/index.js';
import type { AuthenticationResult } from '../../../authn/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { RequestObservers } from '../../../request/index.js';
import { connectionOf } from '../../filters/client-certificate.js';
import { annotateAll } from '../annotate-all.js';
import type { AskingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';

/** The caller of a request; undefined without credentials that an authenticator knows. */
type Identity = AuthenticationResult | undefined;

/** Finds the caller of a request, and reports the outcome to observers. Rejects with 401. */
export class AuthenticationGate implements AskingGate<Identity> {
  readonly isTimed = true;
  readonly isMeasured = true;

  constructor(
    private readonly access: Pick<AccessParts, 'authenticator' | 'clientCertificates'>,
    private readonly observers: RequestObservers,
  ) {}

  ask(context: RequestContext): MaybePromise<Identity> {
    // Requests made in this process need no credentials.
    if (context.caller) return { user: context.caller };
    const { authenticator, clientCertificates } = this.access;
    return authenticator.authenticate({
      headers: context.headers,
      rawHeaders: context.request.rawHeaders,
      path: context.path,
      clientCertificate: () => clientCertificates.of(context.request),
      connection: connectionOf(context.request),
      warn: context.warn,
    });
  }

  decide(context: RequestContext, identity: Identity, askedAt: number): Passage {
    if (identity) {
      context.identify(identity.user);
      annotateAll(context, identity.auditAnnotations);
    }
    this.report(context, identity, askedAt);
    if (!identity) throw failure(401, 'Unauthorized', { reason: 'Unauthorized' });
    return 'passed';
  }

  failed(context: RequestContext, _error: unknown, askedAt: number): void {
    this.report(context, 'error', askedAt);
  }

  private report(context: RequestContext, found: Identity | 'error', askedAt: number): void {
    if (!this.observers.hears('authenticated')) return;
    const seconds = (performance.now() - askedAt) / 1000;
    if (found === 'error') this.observers.authenticated(context, { outcome: found, knownBy: undefined, seconds });
    else this.observers.authenticated(context, { outcome: outcomeOf(found), knownBy: found?.knownBy, seconds });
  }
}

function outcomeOf(identity: Identity): 'success' | 'failure' {
  return identity ? 'success' : 'failure';
}
