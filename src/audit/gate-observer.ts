import type {
  AdmissionExamination,
  ObservedAuthorization,
  ObservedRequest,
  RequestObserver,
} from '../request/index.js';
import { addWebhookTime } from './events/latency.js';

const DECISION = 'authorization.k8s.io/decision';
const REASON = 'authorization.k8s.io/reason';

/** Makes annotations of the results of gates: the decision of authorization, and the time of webhooks. */
export class GateObserver implements RequestObserver {
  readonly wantsAnnotations = true;

  authorized(request: ObservedRequest, { verdict, reason }: ObservedAuthorization): void {
    request.annotate(DECISION, verdict === 'Allow' ? 'allow' : 'forbid');
    request.annotate(REASON, reason);
  }

  examined(request: ObservedRequest, examination: AdmissionExamination): void {
    addWebhookTime(request, examination);
  }
}
