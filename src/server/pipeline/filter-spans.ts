import { currentSpan } from '../../observability/index.js';
import type {
  ObservedAuthentication,
  ObservedAuthorization,
  ObservedRequest,
  RequestObserver,
} from '../../request/index.js';

/** Traces authentication and authorization in spans (upstream: endpoints/filterlatency). */
export class FilterSpans implements RequestObserver {
  authenticated(_request: ObservedRequest, { seconds }: ObservedAuthentication): void {
    currentSpan()?.addFinished('authentication', seconds);
  }

  authorized(_request: ObservedRequest, { seconds }: ObservedAuthorization): void {
    currentSpan()?.addFinished('authorization', seconds);
  }
}
