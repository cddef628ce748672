import type { ApiObject } from '../apimachinery/index.js';
import { type Clock, type Logger, SystemClock, createLogger } from '../observability/index.js';
import type { UserInfo } from '../request/index.js';
import { Collection } from './kinds/collection.js';
import { KindClient } from './kinds/kind-client.js';
import { type KindSource, resourceKindOf } from './kinds/resource-kind.js';
import { type CallOptions, type CallRequest, Requests } from './requests/requests.js';
import type { WarningListener } from './requests/warnings.js';
import type { Transport } from './transport/transport.js';

/**
 * How a client behaves, whatever its transport.
 *
 * @public
 * @example
 * const settings: ClientSettings = { fieldManager: 'harbor-master', timeout: 10_000 };
 */
export interface ClientSettings {
  /** Milliseconds that a call may take, with all its attempts; a minute where unset. */
  readonly timeout?: number;
  /** The owner of what is written, where a call names none; needed for apply. */
  readonly fieldManager?: string;
  /** The first word also names the field manager, where neither client nor call does. */
  readonly userAgent?: string;
  /** Called with each warning of the server. */
  readonly onWarning?: WarningListener;
  /** Receives the troubles that informers and other loops get over; nothing does where unset. */
  readonly logger?: Logger;
  /** For tests. */
  readonly clock?: Clock;
}

const TIMEOUT = 60_000;
const USER_AGENT = `binnacle-client (${process.platform}/${process.arch})`;

/**
 * A client of an API server, typed by kinds. `connect` makes one for a server that is reached over HTTP; plugins inject the
 * one of the server they run in.
 *
 * @public
 * @example
 * class Pilot { constructor(@Inject(Client) private readonly client: Client) {} }
 * const north = await client.of(Berth).namespace('harbor').get('north');
 */
export class Client {
  private readonly requests: Requests;
  private ownLogger: Logger | undefined;

  /** Called by `connect` and by the server; programs with their own transport may call it too. */
  constructor(
    transport: Transport,
    private readonly settings: ClientSettings & { readonly user?: UserInfo } = {},
  ) {
    const { timeout = TIMEOUT, userAgent = USER_AGENT, onWarning, clock = new SystemClock(), user } = settings;
    this.requests = new Requests(transport, { timeout, userAgent, clock, onWarning, ...(user && { user }) });
  }

  /** Returns the operations on a kind, named by its class or by its names. Throws TypeError for a class of no plugin. */
  of<T extends ApiObject>(kind: KindSource<T>): KindClient<T> {
    const { fieldManager } = this.settings;
    return new KindClient(new Collection(this.requests, resourceKindOf(kind), { fieldManager }));
  }

  /**
   * Returns the same client in another's name: by impersonation over HTTP, for which the own user needs a role, and
   * directly inside the server.
   */
  as(user: UserInfo): Client {
    return new Client(this.requests.transport, { ...this.settings, user });
  }

  /** Returns the same client with other settings. */
  with(settings: Omit<ClientSettings, 'clock'>): Client {
    return new Client(this.requests.transport, { ...this.settings, ...settings });
  }

  /** Sends a request to any path, such as `/version` or `/openapi/v3`, and reads the JSON object in its response. */
  request(request: CallRequest, options: CallOptions = {}): Promise<object> {
    return this.requests.call(request, options);
  }

  /** The log of loops that are made with the client. */
  get logger(): Logger {
    return (this.ownLogger ??= this.settings.logger ?? createLogger({ isEnabled: false }));
  }

  /** The source of time of the client and of what is made with it. */
  get clock(): Clock {
    return this.requests.settings.clock;
  }

  /** Ends watches, lets calls finish, and closes the connections, also for the clients that `as` and `with` made. */
  close(): Promise<void> {
    return this.requests.transport.close();
  }
}
