/** The addresses of a worker that listens, for the user that started the server. */
export interface Welcome {
  readonly url: string;
  readonly insecureUrl: string | undefined;
  readonly kubeconfigPath: string;
}

/** A message to a worker. Those with an `id` are answered by a `reply`. */
export type ToWorker =
  | { readonly type: 'lead'; readonly isLeader: boolean }
  /** Stop leading; answered when nothing that only one may do is under way any more. */
  | { readonly type: 'release'; readonly id: number }
  /** Shut down, with the whole server. */
  | { readonly type: 'close' }
  /** Make way for another worker, and end. */
  | { readonly type: 'retire' }
  /** Read changed files again; answered when that is done. */
  | { readonly type: 'reload'; readonly id: number }
  /** Answered with the metrics of the worker, as `serializeMetrics` writes them. */
  | { readonly type: 'collect'; readonly id: number }
  /** Count from nothing again. */
  | { readonly type: 'reset' }
  /** Answered at once by a worker that is alive. */
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'reply'; readonly id: number; readonly content: unknown };

/** A message to the first process. */
export type ToSupervisor =
  | { readonly type: 'listening'; readonly welcome: Welcome }
  | { readonly type: 'ready' }
  /** The start failed, with the message for the user. */
  | { readonly type: 'failed'; readonly reason: string }
  /** The last metrics of a worker that ends. */
  | { readonly type: 'metrics'; readonly content: Uint8Array }
  /** The metrics of a worker; answered with those of all others, of those that have ended and of the first process. */
  | { readonly type: 'others'; readonly id: number; readonly own: Uint8Array }
  | { readonly type: 'resetAll' }
  | { readonly type: 'reply'; readonly id: number; readonly content: unknown };

/** The descriptors that a worker is given, besides those of its output. */
export const WORKER_FD = {
  /** The channel to the store. */
  channel: 4,
  /** The socket on which all workers listen. */
  secure: 5,
  /** The same without TLS, where there is one. */
  insecure: 6,
} as const;
