import type { Clock, Logger, Timer } from '../../observability/index.js';
import { type ApiServerClient, Informer, OutboundError, type RemoteObject } from '../../outbound/index.js';

/** The dependencies of a publisher. */
export interface PublisherParts {
  readonly client: Pick<ApiServerClient, 'page' | 'watch' | 'mergePatch' | 'close'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The members of an APIService that say how its server is trusted. */
interface RegisteredService extends RemoteObject {
  readonly spec?: { readonly service?: object; readonly caBundle?: string };
}

const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
/** Milliseconds after which a write that failed is made again. */
const RETRY = 10_000;
/** Milliseconds between two writes of one APIService: another writer may insist on its own authority. */
const BETWEEN_WRITES = 1000;

/**
 * Keeps the authority of the serving certificate in the APIServices that lead to this server, also when other clients write them. One that
 * is not there, or that the cluster serves itself, is left alone.
 */
export class AuthorityPublisher {
  private readonly followed = new Map<string, Informer>();
  private readonly known = new Map<string, RegisteredService>();
  /** When each was written last, on the monotonic clock. */
  private readonly written = new Map<string, number>();
  private retry: Timer | undefined;

  /** `authority` is in PEM. */
  constructor(
    private authority: string,
    private readonly parts: PublisherParts,
  ) {}

  /** Publishes it in the APIServices of these names from now on, and in no others. */
  follow(names: readonly string[]): void {
    const wanted = new Set(names);
    for (const name of this.followed.keys()) if (!wanted.has(name)) this.leave(name);
    for (const name of wanted) if (!this.followed.has(name)) this.begin(name);
  }

  /** Publishes another one from now on. */
  use(authority: string): void {
    this.authority = authority;
    this.publishAll();
  }

  async close(): Promise<void> {
    this.follow([]);
    this.retry?.cancel();
    await this.parts.client.close();
  }

  private begin(name: string): void {
    const { client, clock, logger } = this.parts;
    const listener = {
      onPut: (object: RemoteObject) => {
        this.known.set(name, object);
        void this.publish(name, object);
      },
      onDelete: () => void this.known.delete(name),
      onReady: () => {},
    };
    const informer = new Informer({
      client,
      path: PATH,
      fieldSelector: `metadata.name=${name}`,
      listener,
      clock,
      logger,
    });
    this.followed.set(name, informer);
    informer.start();
  }

  private leave(name: string): void {
    this.followed.get(name)?.stop();
    this.followed.delete(name);
    this.known.delete(name);
    this.written.delete(name);
  }

  private publishAll(): void {
    for (const [name, object] of this.known) void this.publish(name, object);
  }

  private async publish(name: string, { spec }: RegisteredService): Promise<void> {
    const { client, clock, logger } = this.parts;
    const caBundle = Buffer.from(this.authority).toString('base64');
    if (!spec?.service || spec.caBundle === caBundle) return;
    const now = clock.monotonic();
    if (now - (this.written.get(name) ?? -Infinity) < BETWEEN_WRITES) return this.publishLater(BETWEEN_WRITES);
    this.written.set(name, now);
    try {
      // null removes a member (RFC 7396): the two exclude each other.
      await client.mergePatch(`${PATH}/${name}`, { spec: { caBundle, insecureSkipTLSVerify: null } });
      logger.info('the authority of the serving certificate was published', { apiService: name });
    } catch (error) {
      const reason = OutboundError.from(error).message;
      logger.warn('the authority of the serving certificate could not be published', { apiService: name, reason });
      this.publishLater(RETRY);
    }
  }

  private publishLater(milliseconds: number): void {
    this.retry?.cancel();
    this.retry = this.parts.clock.schedule(milliseconds, () => this.publishAll());
  }
}
