import { type Clock, type Logger, ReloadedFile, type Timer } from '../../observability/index.js';
import {
  type CertificateSettings,
  type ClusterCertificates,
  ensureServingCertificate,
} from './cluster-certificates.js';

/** A serving certificate with its key, and the authority of those that are made here. */
type Served = Pick<ClusterCertificates, 'authority' | 'serving'>;

/** How often a certificate that is made here is looked at, in milliseconds. */
const PERIOD = 12 * 3_600_000;

/**
 * The serving certificate in force: read again when its files change, or made again before it expires. It stays where the new
 * one cannot be used.
 */
export class ServingCertificate {
  private readonly files: ReloadedFile<string>[];
  private timer: Timer | undefined;
  private renewing = Promise.resolve();
  private isClosed = false;
  private readonly listeners: ((served: Served) => void)[] = [];

  constructor(
    private served: Served,
    private readonly settings: CertificateSettings,
    private readonly parts: { readonly clock: Clock; readonly logger: Logger },
  ) {
    const paths = [settings.tlsCertFile ?? '', settings.tlsPrivateKeyFile ?? ''].filter((path) => path !== '');
    const follow = { ...parts, parse: (text: string) => text, onReload: () => void this.renew() };
    this.files = paths.map((path) => new ReloadedFile({ ...follow, path }));
  }

  get current(): Served {
    return this.served;
  }

  /** Calls back with every certificate that comes into force from now on. */
  onChange(listener: (served: Served) => void): void {
    this.listeners.push(listener);
  }

  /** Keeps the certificate current from now on. */
  async start(): Promise<void> {
    for (const file of this.files) {
      await file.load();
      file.start();
    }
    if (this.files.length === 0) this.timer = this.parts.clock.repeat(PERIOD, () => void this.renew());
  }

  /** Leaves it as it is; resolves when a renewal under way has ended. */
  close(): Promise<void> {
    this.isClosed = true;
    for (const file of this.files) file.stop();
    this.timer?.cancel();
    return this.renewing;
  }

  /** One renewal after the other: each writes files. */
  private renew(): Promise<void> {
    this.renewing = this.renewing.then(() => (this.isClosed ? undefined : this.renewNow()));
    return this.renewing;
  }

  private async renewNow(): Promise<void> {
    const { clock, logger } = this.parts;
    try {
      const found = await ensureServingCertificate({ ...this.settings, now: new Date(clock.now()) });
      if (found.serving.certificate === this.served.serving.certificate && found.authority === this.served.authority)
        return;
      if (this.isClosed) return;
      this.served = found;
      for (const tell of this.listeners) tell(found);
      logger.info('the serving certificate was renewed', {});
    } catch (error) {
      const reason = (error as Error).message;
      logger.error('a changed serving certificate cannot be used, the previous one stays in effect', { reason });
    }
  }
}
