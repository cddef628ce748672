import { type Clock, type MetricsRegistry } from '../../../src/plugin-api/index.js';
import { serverIdentity } from '../../../src/plugin-api/built-in.js';
import { MANIFESTS_SPAN } from './manifests-gate.js';

const RELOADS = {
  name: 'apiserver_manifest_admission_config_controller_automatic_reloads_total',
  help: 'Times admission manifests were put in force, or could not be.',
  labels: ['status', 'plugin', 'apiserver_id_hash'],
  releases: MANIFESTS_SPAN,
};
const LAST_RELOAD = {
  ...RELOADS,
  name: 'apiserver_manifest_admission_config_controller_automatic_reload_last_timestamp_seconds',
  help: 'When that was last, in seconds since 1970.',
};
const IN_FORCE = {
  name: 'apiserver_manifest_admission_config_controller_last_config_info',
  help: 'The hash of the admission manifests that are in force, as a label; always 1.',
  labels: ['plugin', 'apiserver_id_hash', 'hash'],
  releases: MANIFESTS_SPAN,
};

/** Counts how often the manifests of a plugin were put in force, and shows which ones are. */
export class ManifestMetrics {
  private shownHash: string | undefined;

  constructor(
    private readonly plugin: string,
    private readonly metrics: MetricsRegistry,
    private readonly clock: Clock,
  ) {}

  /** Records that the files of this hash are in force. */
  succeed(hash: string): void {
    this.observe('success');
    const info = this.metrics.gauge(IN_FORCE);
    if (this.shownHash !== undefined) info.remove(this.plugin, serverIdentity(), this.shownHash);
    info.labels(this.plugin, serverIdentity(), hash).set(1);
    this.shownHash = hash;
  }

  /** Records that changed files could not be used. */
  fail(): void {
    this.observe('failure');
  }

  private observe(status: 'success' | 'failure'): void {
    const values = [status, this.plugin, serverIdentity()];
    this.metrics
      .counter(RELOADS)
      .labels(...values)
      .increment();
    this.metrics
      .gauge(LAST_RELOAD)
      .labels(...values)
      .set(this.clock.now() / 1000);
  }
}
