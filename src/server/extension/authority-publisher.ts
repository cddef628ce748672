import type { Clock, Logger, Timer } from '../../observability/index.js';
import { type ApiServerClient, OutboundError } from '../../outbound/index.js';

/** The dependencies of a publisher. */
export interface PublisherParts {
  readonly client: Pick<ApiServerClient, 'get' | 'mergePatch' | 'close'>;
  /** The names of the APIServices of what is served: `v1.harbor.example.com`. */
  readonly apiServices: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The members of an APIService that say how its server is trusted. */
interface RegisteredService {
  readonly spec?: { readonly service?: object; readonly caBundle?: string };
}

const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
/** How often the APIServices are looked at, in milliseconds: somebody may have written them again. */
const PERIOD = 30_000;

/** Keeps the authority of the serving certificate in the APIServices that lead to this server. */
export class AuthorityPublisher {
  private timer: Timer | undefined;
  private running: Promise<void> | undefined;

  /** `authority` is in PEM. */
  constructor(
    private authority: string,
    private readonly parts: PublisherParts,
  ) {}

  /** Publishes it now, and again and again. */
  start(): void {
    this.timer = this.parts.clock.repeat(PERIOD, () => void this.publish());
    void this.publish();
  }

  /** Publishes another one from now on. */
  use(authority: string): void {
    this.authority = authority;
    void this.publish();
  }

  async close(): Promise<void> {
    this.timer?.cancel();
    await this.running;
    await this.parts.client.close();
  }

  /** One round after the other. */
  private publish(): Promise<void> {
    const round = (this.running ?? Promise.resolve()).then(() => this.publishAll());
    this.running = round;
    return round;
  }

  private async publishAll(): Promise<void> {
    for (const name of this.parts.apiServices()) {
      await this.publishOne(name).catch((error: unknown) => {
        const { message } = OutboundError.from(error);
        this.parts.logger.warn('the authority of the serving certificate could not be published', {
          apiService: name,
          reason: message,
        });
      });
    }
  }

  /** One that is not there yet, or is local to the cluster, is left alone. */
  private async publishOne(name: string): Promise<void> {
    const { client, logger } = this.parts;
    const found = await client.get<RegisteredService>(`${PATH}/${name}`);
    const caBundle = Buffer.from(this.authority).toString('base64');
    if (!found?.spec?.service || found.spec.caBundle === caBundle) return;
    // null removes a member (RFC 7396): the two exclude each other.
    await client.mergePatch(`${PATH}/${name}`, { spec: { caBundle, insecureSkipTLSVerify: null } });
    logger.info('the authority of the serving certificate was published', { apiService: name });
  }
}
