import type { Destination, Dialect } from '../proxy/index.js';
import type { ApiClass, ObjectShape } from '../schema/index.js';
import type { StrategyContext } from './strategy.js';

/** What a subresource that leads somewhere is asked. */
export interface ConnectRequest<O extends object = object> {
  readonly namespace: string;
  readonly name: string;
  /** What the query says, in the shape of the options, with defaults, as admission has left it. */
  readonly options: O;
  readonly context: StrategyContext;
}

/** Finds out where the requests to a subresource lead (upstream: rest.Connecter). */
export interface Connector {
  /**
   * Answers where a request leads, and undefined where there is nothing to be told yet. Called once the request is
   * admitted; opens nothing itself. Throws StatusError.
   */
  locate(request: ConnectRequest): Promise<Destination | undefined>;
}

/**
 * What goes through: a `connection` of another protocol alone; any `request`, with the path that follows below the
 * subresource; or a `text` that is read, which is no connection to admission.
 */
export type Passage = 'connection' | 'request' | 'text';

/** Declares a subresource behind which somebody else answers. */
export interface ConnectionDefinition {
  /** Path segment below the object: `exec`, `proxy`. */
  readonly name: string;
  readonly passage: Passage;
  /** What is spoken over a connection, where kubelets have to be translated for. */
  readonly dialect?: Dialect;
  readonly verbs: readonly ('get' | 'create' | 'update' | 'patch' | 'delete')[];
  /** Group, version and kind that documents show. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** What the query says. Where a request goes through, its member `path` is the path that follows. */
  readonly options: ApiClass | ObjectShape;
  readonly connector: new (...dependencies: never[]) => Connector;
  /** The Kubernetes release that first served it; older ones are emulated without it. */
  readonly introduced?: string;
  /** The feature gate without which it is not served. */
  readonly featureGate?: string;
}
