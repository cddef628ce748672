import type { Auditor } from '../../audit/index.js';
import type { Authenticator, FrontProxies } from '../../authn/index.js';
import type { Authorizer } from '../../authz/index.js';
import type { Serializers } from '../../codecs/index.js';
import type { AnswerResources } from '../../endpoints/index.js';
import type { Clock, Logger, RequestMetrics, Tracing } from '../../observability/index.js';
import type { Catalogue } from '../../plugin-host/index.js';
import type { RequestObservers } from '../../request/index.js';
import type { ClientCertificates } from '../filters/client-certificate.js';
import type { RequestLimiter } from '../filters/request-limiter.js';
import type { BootstrapHistory } from './bootstrap-history.js';
import type { RequestGate } from './request-gate.js';
import type { RequestDrain } from './request-drain.js';
import type { HandlerParts } from './request-handlers.js';

/** The parts that decide who may do what. */
export interface AccessParts {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly clientCertificates: ClientCertificates;
  /** Their user headers are not forwarded. */
  readonly frontProxies: Pick<FrontProxies, 'current'>;
  /** The release of which the headers of impersonation are. */
  readonly release: string;
  /** True if rights to impersonate may be bound to what is done (feature gate ConstrainedImpersonation). */
  readonly constrainsImpersonation: boolean;
}

/** The bounds of requests: their time, and how many execute at once. */
export interface LimitParts {
  readonly requestTimeoutMs: number;
  /** The release that reads the timeout of a request. */
  readonly release: string;
  /** How many requests execute at a time. */
  readonly limiter: RequestLimiter;
  /** Called with every request before it is limited, for servers under test. */
  readonly instrument: RequestGate | undefined;
}

/** The rules for requests of browsers. */
export interface BrowserRules {
  /** Regular expressions of the origins browsers may call from. */
  readonly allowedOrigins: readonly string[];
  /** True if changes that pages of other sites may have caused are refused. */
  readonly refusesCrossSite: boolean;
  /** The Strict-Transport-Security header of answers over TLS; empty for none. */
  readonly strictTransportSecurity: string;
}

/** The parts of every response. */
export interface ResponseParts {
  readonly serializers: Serializers;
  readonly shared: AnswerResources;
  /** True if large answers are compressed for clients that accept it. */
  readonly compresses: boolean;
  /** True if responses include the causes of internal errors. */
  readonly showsCauses: boolean;
}

/** How connections end before their clients end them. */
export interface ConnectionParts {
  /** The end of requests at shutdown. */
  readonly drain: RequestDrain;
  /** The fraction of HTTP/2 requests whose connection is ended. */
  readonly goawayChance: number;
}

/** The parts of the pipeline, by what they are for. */
export interface PipelineParts {
  readonly access: AccessParts;
  readonly limits: LimitParts;
  readonly browsers: BrowserRules;
  readonly handlers: HandlerParts;
  readonly responses: ResponseParts;
  readonly connections: ConnectionParts;
  readonly catalogue: Catalogue;
  /** The history of the bootstrap, which the first write of a client ends. */
  readonly history: Pick<BootstrapHistory, 'end'>;
  /** Records requests; undefined where nothing is recorded. */
  readonly auditor: Auditor | undefined;
  /** Are called at the gates. */
  readonly observers: RequestObservers;
  readonly metrics: RequestMetrics;
  /** Where spans of requests go. */
  readonly tracing: Tracing;
  readonly logger: Logger;
  readonly clock: Clock;
}
