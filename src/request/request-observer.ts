import type { ServerResponse } from 'node:http';
import type { AuditAnnotations, AuditLevel } from './audit-annotations.js';
import type { RequestInfo } from './request-info.js';
import type { UserInfo } from './user-info.js';

/** The facts of a served resource for observers. */
export interface ObservedResource {
  /** The warning its requests are answered with; undefined where it is not deprecated. */
  readonly deprecation: string | undefined;
  /** Its subresources, by name. */
  readonly subresources: { has(name: string): boolean };
  readonly version: {
    readonly declaration: {
      /** The first release without it. */
      readonly removed?: string;
    };
  };
}

/** A request as its observers see it. Must not be kept after it is answered. */
export interface ObservedRequest {
  /** The audit ID of the request. */
  readonly id: string;
  readonly info: RequestInfo;
  /** The resource its path names; undefined where that is not served. Found once for a request. */
  readonly resource: ObservedResource | undefined;
  /** True if the request stays open: a watch, or a stream to a node. */
  readonly isLongRunning: boolean;
  readonly query: URLSearchParams;
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly receivedAt: number;
  /** The authenticated user; undefined before authentication, and where it failed. */
  readonly caller: UserInfo | undefined;
  /** The user the request is made as: the caller, or the one the caller impersonates. */
  readonly user: UserInfo | undefined;
  /** The verb that allowed an impersonation, where the right to it is bound to what is done. */
  readonly impersonationConstraint: string | undefined;
  /** The answer, with its status code; headers can be set until it begins. */
  readonly response: ServerResponse;
  /** Bytes of its body; undefined while that is not read as a whole. */
  readonly bodyBytes: number | undefined;
  /** Milliseconds that it waited for a seat, which are not the server's work. */
  readonly queuedMs: number;
  /** True if the server gave it up to protect itself: it was refused a seat, or its time was up. */
  readonly isTerminated: boolean;
  /** True if its answer had begun, and was broken off by the server. */
  readonly isAborted: boolean;
  /** Bytes of the answer's body so far. */
  readonly sentBytes: number;
  /** Annotations for audit; undefined where no observer wants them. */
  readonly annotations: AuditAnnotations | undefined;
  /** Adds an annotation for audit, where an observer wants them. See AuditAnnotations. */
  annotate(key: string, value: string, level?: AuditLevel): void;
}

/** The outcome of authentication: `failure` without credentials that an authenticator knows, `error` with wrong ones. */
export interface ObservedAuthentication {
  readonly outcome: 'success' | 'failure' | 'error';
  /** The authenticator that knew the caller, in words, where it says so. */
  readonly knownBy: string | undefined;
  /** The time it took. */
  readonly seconds: number;
}

/** The decision on a request. */
export interface ObservedAuthorization {
  readonly verdict: 'Allow' | 'Deny' | 'NoOpinion';
  readonly reason: string;
  /** The answer of each authorizer; only where an observer wants the steps of this request. */
  readonly steps: readonly object[] | undefined;
  /** The time it took. */
  readonly seconds: number;
}

/** One step of admission of a write, in one plugin or as a whole. */
export interface ObservedAdmission {
  /** Undefined for the server's own writes. */
  readonly request: ObservedRequest | undefined;
  /** The half that changes objects, or the one that refuses them. */
  readonly step: 'admit' | 'validate';
  readonly operation: string;
  /** The plugin that was asked; undefined for the step as a whole, which follows its plugins. */
  readonly plugin: { readonly name: string } | undefined;
  /** 0, or 1 for a plugin that is asked once more because the object was changed after it. */
  readonly round: number;
  readonly isRejected: boolean;
  /** The time it took. */
  readonly seconds: number;
}

/** A rule that users have stored, such as a policy or a webhook, and what it has said of a write. */
export interface AdmissionExamination {
  /** The admission plugin that applies such rules. */
  readonly plugin: string;
  /** The rule, by its kind and name. */
  readonly rule: string;
  readonly outcome: 'allowed' | 'denied' | 'warned' | 'audited' | 'failed' | 'skipped' | 'changed';
  /** The reason of a denial, failure, warning or note, in the words of the rule. */
  readonly message?: string;
  /** The changes of the object, without its data: `add /metadata/labels/team`. */
  readonly changes?: readonly string[];
  /** The time it took. */
  readonly seconds: number;
}

/**
 * A port for what follows requests through the gates: metrics, the decision trace, audit, spans. Methods are called in the
 * order below: `received` and `answered` exactly once for a request, `authenticated` and `authorized` at most once,
 * `examined` for each rule that a plugin applies to a write, `admitted` for each plugin and step of each write. A method that is missing costs nothing. Calls are synchronous; what an
 * observer throws is logged and never fails a request. Arguments belong to the caller and must not be kept.
 */
export interface RequestObserver {
  /** True if annotations for audit are kept until the answer; without it they are dropped. */
  readonly wantsAnnotations?: boolean;
  /** Called when a request has arrived and its path could be read. */
  received?(request: ObservedRequest): void;
  /** Called when authentication has ended, before impersonation. */
  authenticated?(request: ObservedRequest, authentication: ObservedAuthentication): void;
  /** Reports whether it wants to see the steps of a request's authorization; called before that. */
  wantsSteps?(request: ObservedRequest): boolean;
  /** Called with the decision; not where authorization failed. */
  authorized?(request: ObservedRequest, authorization: ObservedAuthorization): void;
  /** Called when a plugin has applied a rule of users to a write; not for the server's own writes. */
  examined?(request: ObservedRequest, examination: AdmissionExamination): void;
  /**
   * Called when a plugin, or all plugins of a step, have been asked about a write. A plugin that continues after the deadline
   * of its request can end after `answered`.
   */
  admitted?(admission: ObservedAdmission): void;
  /** Called when a request is over, however it ended: answered, refused, timed out, its connection closed. */
  answered?(request: ObservedRequest): void;
}
