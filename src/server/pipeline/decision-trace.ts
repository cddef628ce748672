import type { DecisionStep } from '../../authz/index.js';
import {
  type AdmissionExamination,
  MASTERS_GROUP,
  type ObservedAdmission,
  type ObservedAuthentication,
  type ObservedAuthorization,
  type ObservedRequest,
  type RequestObserver,
} from '../../request/index.js';
import { AdmissionTrace } from './admission-trace.js';

/** Carries the verdict on a request and which rule led to it. */
const DECISION_HEADER = 'binnacle-decision';
/** Carries what each authorizer said, as JSON. */
const STEPS_HEADER = 'binnacle-decision-steps';
/** Carries what the caller is known by. */
const AUTHENTICATOR_HEADER = 'binnacle-authenticator';
/** Carries what each admission plugin, and each rule that it applied, said of a write, as JSON. */
const ADMISSION_HEADER = 'binnacle-admission';
/** Clients take headers of some size only. */
const MOST_CHARACTERS = 6000;

/** Shows administrators in the headers of an answer how its request was decided (`--decision-trace`). */
export class DecisionTrace implements RequestObserver {
  private readonly admissions = new WeakMap<ObservedRequest, AdmissionTrace>();

  authenticated(
    request: ObservedRequest,
    { outcome, knownBy = 'an authenticator of a plugin' }: ObservedAuthentication,
  ): void {
    if (outcome !== 'success' || !seesDecisions(request)) return;
    request.response.setHeader(AUTHENTICATOR_HEADER, toHeaderValue(knownBy));
  }

  wantsSteps(request: ObservedRequest): boolean {
    return seesDecisions(request);
  }

  authorized(request: ObservedRequest, { verdict, reason, steps }: ObservedAuthorization): void {
    if (!steps || !seesDecisions(request)) return;
    const { response } = request;
    response.setHeader(DECISION_HEADER, toHeaderValue(reason === '' ? verdict : `${verdict}; ${reason}`));
    response.setHeader(STEPS_HEADER, stepsText(steps as readonly DecisionStep[]));
  }

  examined(request: ObservedRequest, examination: AdmissionExamination): void {
    if (seesDecisions(request)) this.admissionOf(request).addRule(examination);
  }

  admitted(admission: ObservedAdmission): void {
    const { request, plugin } = admission;
    if (!request || !seesDecisions(request)) return;
    const trace = this.admissionOf(request);
    if (plugin) trace.addPlugin(plugin.name, admission);
    else if (!request.response.headersSent) request.response.setHeader(ADMISSION_HEADER, toHeaderValue(trace.text));
  }

  private admissionOf(request: ObservedRequest): AdmissionTrace {
    let trace = this.admissions.get(request);
    if (!trace) this.admissions.set(request, (trace = new AdmissionTrace(MOST_CHARACTERS)));
    return trace;
  }
}

/**
 * Reports whether decisions are traced for the caller, the authenticated user: an administrator sees the trace of an
 * impersonated user, and other users learn nothing of roles and bindings.
 */
function seesDecisions({ caller }: ObservedRequest): boolean {
  return caller !== undefined && caller.groups.includes(MASTERS_GROUP);
}

/** Reviews are left out where they are too long. */
function stepsText(steps: readonly DecisionStep[]): string {
  const whole = toHeaderValue(JSON.stringify(steps));
  if (whole.length <= MOST_CHARACTERS) return whole;
  return toHeaderValue(JSON.stringify(steps.map(({ type, name, verdict }) => ({ type, name, verdict }))));
}

/** Names in reasons may hold any character; header values may not. */
function toHeaderValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
