import type {
  AdmissionExamination,
  ObservedAdmission,
  ObservedAuthentication,
  ObservedAuthorization,
  ObservedRequest,
  RequestObserver,
} from './request-observer.js';

const EVENTS = ['received', 'authenticated', 'authorized', 'examined', 'admitted', 'answered'] as const;

/** A moment in the life of a request that observers are called at. */
export type RequestEvent = (typeof EVENTS)[number];

type Listeners = Readonly<Record<RequestEvent | 'wantsSteps', readonly RequestObserver[]>>;

/**
 * The observers of requests, called in the order in which they were added. Callers make the arguments of an event only where
 * it is heard (`hears`).
 */
export class RequestObservers {
  private all: readonly RequestObserver[] = [];
  private listeners = listenersAmong([]);
  /** True if an observer wants annotations for audit. */
  wantsAnnotations = false;

  /** `report` is called with what observers throw. */
  constructor(private readonly report: (error: unknown) => void) {}

  /** Adds an observer; the result removes it. */
  add(observer: RequestObserver): () => void {
    this.change([...this.all, observer]);
    return () => this.change(this.all.filter((each) => each !== observer));
  }

  /** Reports whether an observer listens to an event. */
  hears(event: RequestEvent): boolean {
    return this.listeners[event].length > 0;
  }

  /** Reports whether an observer wants to see how a request is authorized, step by step. */
  wantsSteps(request: ObservedRequest): boolean {
    const { wantsSteps } = this.listeners;
    return wantsSteps.length > 0 && wantsSteps.some((observer) => this.ask(observer, request));
  }

  // A loop for each event: their calls stay distinct for the compiler, and most are made for every request.

  received(request: ObservedRequest): void {
    for (const observer of this.listeners.received) {
      try {
        observer.received!(request);
      } catch (error) {
        this.report(error);
      }
    }
  }

  authenticated(request: ObservedRequest, authentication: ObservedAuthentication): void {
    for (const observer of this.listeners.authenticated) {
      try {
        observer.authenticated!(request, authentication);
      } catch (error) {
        this.report(error);
      }
    }
  }

  authorized(request: ObservedRequest, authorization: ObservedAuthorization): void {
    for (const observer of this.listeners.authorized) {
      try {
        observer.authorized!(request, authorization);
      } catch (error) {
        this.report(error);
      }
    }
  }

  admitted(admission: ObservedAdmission): void {
    for (const observer of this.listeners.admitted) {
      try {
        observer.admitted!(admission);
      } catch (error) {
        this.report(error);
      }
    }
  }

  examined(request: ObservedRequest, examination: AdmissionExamination): void {
    for (const observer of this.listeners.examined) {
      try {
        observer.examined!(request, examination);
      } catch (error) {
        this.report(error);
      }
    }
  }

  answered(request: ObservedRequest): void {
    for (const observer of this.listeners.answered) {
      try {
        observer.answered!(request);
      } catch (error) {
        this.report(error);
      }
    }
  }

  private ask(observer: RequestObserver, request: ObservedRequest): boolean {
    try {
      return observer.wantsSteps!(request);
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  private change(all: readonly RequestObserver[]): void {
    this.all = all;
    this.listeners = listenersAmong(all);
    this.wantsAnnotations = all.some((observer) => observer.wantsAnnotations);
  }
}

function listenersAmong(all: readonly RequestObserver[]): Listeners {
  const entries = [...EVENTS, 'wantsSteps' as const].map((method) => [
    method,
    all.filter((observer) => observer[method] !== undefined),
  ]);
  return Object.fromEntries(entries) as Listeners;
}
