import type { PipelineParts } from './pipeline-parts.js';
import type { Gate } from './gate.js';
import { ArrivalGate } from './gates/arrival-gate.js';
import { AuditGate } from './gates/audit-gate.js';
import { AuthenticationGate } from './gates/authentication-gate.js';
import { AuthorizationGate } from './gates/authorization-gate.js';
import { corsGate, crossSiteGate } from './gates/browser-gates.js';
import { FirstWriteGate } from './gates/first-write-gate.js';
import { FrontProxyGate } from './gates/front-proxy-gate.js';
import { HandlerGate } from './gates/handler-gate.js';
import { ImpersonationGate } from './gates/impersonation-gate.js';
import { instrumentGate, limitsGate } from './gates/limits-gates.js';
import { ObjectFilterGate } from './gates/object-filter-gate.js';

/** A gate by the name that docs/request-lifecycle.md describes it under. */
export interface NamedGate {
  readonly name: string;
  /** Creates the gate; undefined where the options of the server leave it out. */
  readonly create: (parts: PipelineParts) => Gate | undefined;
}

/** The gates of every request, in order. */
export const REQUEST_GATES: readonly NamedGate[] = [
  { name: 'Arrival', create: ({ limits }) => new ArrivalGate(limits) },
  { name: 'CORS', create: ({ browsers }) => corsGate(browsers) },
  { name: 'Cross-site requests', create: ({ browsers }) => crossSiteGate(browsers) },
  { name: 'Authentication', create: ({ access, observers }) => new AuthenticationGate(access, observers) },
  { name: 'Audit', create: ({ auditor, metrics }) => auditor && new AuditGate(auditor, metrics) },
  { name: 'Front proxy headers', create: ({ access }) => new FrontProxyGate(access) },
  { name: 'Impersonation', create: ({ access }) => new ImpersonationGate(access) },
  { name: 'Instrument', create: ({ limits }) => instrumentGate(limits) },
  { name: 'Limits', create: ({ limits }) => limitsGate(limits) },
  { name: 'Authorization', create: ({ access, observers }) => new AuthorizationGate(access, observers) },
  { name: 'Object filter', create: ({ access }) => new ObjectFilterGate(access) },
  { name: 'First write', create: ({ history }) => new FirstWriteGate(history) },
  { name: 'Handler', create: ({ handlers, metrics, logger }) => new HandlerGate(handlers, { metrics, logger }) },
];

/** Creates the gates of a server, in order. */
export const createGates = (parts: PipelineParts): Gate[] =>
  REQUEST_GATES.map(({ create }) => create(parts)).filter((gate) => gate !== undefined);
