import {
  Clock,
  FeatureGates,
  Inject,
  Injectable,
  Logger,
  MetricsRegistry,
  ServerAddress,
} from '../../../src/plugin-api/index.js';

/** A provider of the plugin's module: it injects what the server has, and others inject it. */
@Injectable()
export class Ledger {
  private readonly entries;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
    @Inject(FeatureGates) private readonly gates: FeatureGates,
    @Inject(ServerAddress) private readonly address: ServerAddress,
  ) {
    // Served as docks_entries_total: the prefix of the plugin's flags is added.
    this.entries = metrics.counter({ name: 'entries_total', help: 'Entries in the ledger.', labels: ['shift'] });
  }

  /** Writes a line, and counts it. */
  write(text: string): void {
    const isNight = this.gates.enabled('NightShift') && new Date(this.clock.now()).getUTCHours() < 6;
    this.entries.labels(isNight ? 'night' : 'day').increment();
    this.logger.info(text, { server: this.address.localUrl });
  }
}
