import type { Readable } from 'node:stream';
import type { Destination, Dialect } from '../../proxy/index.js';
import type { ApiClass, ObjectShape } from '../../schema/index.js';
import type { StrategyContext } from './strategy.js';

/**
 * A request to a connecting subresource.
 *
 * @public
 * @example
 * const pathOf = ({ namespace, name }: ConnectRequest): string => `/${namespace}/${name}`;
 */
export interface ConnectRequest<O extends object = object> {
  /** The verb that was authorized: `get` for a WebSocket, which begins with a GET. */
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
  /** The decoded query, in the shape of the options, with defaults, after admission. */
  readonly options: O;
  readonly context: StrategyContext;
}

/**
 * A text that is at hand, in place of a destination to read it from: for the passage `text` alone.
 *
 * @public
 * @example
 * const discard = ({ text }: TextAtHand) => text.destroy();
 */
export interface TextAtHand {
  /** Read, or destroyed, by the server. */
  readonly text: Readable;
}

/**
 * Finds out where the requests to a subresource lead (upstream: rest.Connecter).
 *
 * @public
 * @example
 * class PierConnector implements Connector {
 *   async locate({ name }: ConnectRequest): Promise<Destination | undefined> {
 *     return { scheme: 'http', host: `${name}.harbor`, port: '80', path: '/', query: '', peer: 'workload' };
 *   }
 * }
 */
export interface Connector {
  /**
   * Returns the destination of a request or the text it asks for; undefined if there is nothing to send yet. Called once the
   * request is admitted; opens nothing itself. Throws StatusError.
   */
  locate(request: ConnectRequest): Promise<Destination | TextAtHand | undefined>;
}

/**
 * The traffic: a `connection` of another protocol alone; any `request`, with the rest of the path after the
 * subresource; or a `text` that is read, for which admission is not called.
 */
export type Passage = 'connection' | 'request' | 'text';

/**
 * Declares a proxied subresource.
 *
 * @public
 * @example
 * const isReadOnly = (connection: ConnectionDefinition) => connection.verbs.every((verb) => verb === 'get');
 */
export interface ConnectionDefinition {
  /** Path segment below the object: `exec`, `proxy`. */
  readonly name: string;
  readonly passage: Passage;
  /** The protocol of a connection, if it must be translated for kubelets. */
  readonly dialect?: Dialect;
  readonly verbs: readonly ('get' | 'create' | 'update' | 'patch' | 'delete')[];
  /** Group, version and kind that documents show. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The type of the query. For a request, its member `path` is the rest of the path. */
  readonly options: ApiClass | ObjectShape;
  readonly connector: new (...dependencies: never[]) => Connector;
  /** The Kubernetes release that first served it; older ones are emulated without it. */
  readonly introduced?: string;
  /** The feature gate without which it is not served. */
  readonly featureGate?: string;
}
