/** The flow schema of a request, and its level, for the headers of its answer. */
export interface FlowIdentity {
  readonly uid: string;
  readonly level: { readonly uid: string };
}

/** The grant of a limiter to a request, with the calls it waits for. Only the limiter replaces it, as a whole. */
export interface RequestSeat {
  /** Undefined where no flow schema has classified the request. */
  readonly flow: FlowIdentity | undefined;
  /** Milliseconds that the request waited, which are not the server's work. */
  readonly queuedMs: number;
  /** Shared with the requests of its priority level: lanes take turns in what is worked on. */
  readonly lane: object | undefined;
  /** Called when the body has been read: the work may have to wait for its turn. */
  readonly bodyRead: (() => Promise<void> | undefined) | undefined;
  /** Called when the storage engine has the write of the request; more than once does no harm. */
  readonly storing: (() => void) | undefined;
  /** Called when a watch has sent its first part, and waits for changes; more than once does no harm. */
  readonly initialized: (() => void) | undefined;
}

/** The seat of requests that are not limited, and of those that have not come to the limiter yet. */
export const UNLIMITED: RequestSeat = {
  flow: undefined,
  queuedMs: 0,
  lane: undefined,
  bodyRead: undefined,
  storing: undefined,
  initialized: undefined,
};
