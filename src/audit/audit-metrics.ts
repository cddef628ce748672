import { cutText } from '../apimachinery/index.js';
import type { Clock, CounterChild, CounterFamily, Logger, MetricsRegistry } from '../observability/index.js';
import type { AuditEvent } from './events/audit-event.js';
import { legacyLine } from './events/legacy-line.js';
import type { PolicyLevel } from './policy/index.js';

/** Lost events that are shown in the server's log at a time; a broken disk would fill it. */
const MAX_SHOWN = 10;
/** Characters of each: clients choose the length of URIs. */
const MAX_LINE = 1000;
/** No further losses are logged for so long, in milliseconds. */
const SILENCE_MS = 1000;

/** The metrics of audit (upstream: k8s.io/apiserver/pkg/audit). */
export class AuditMetrics {
  /** Events that were made. */
  readonly events: CounterChild;
  /** Requests that were refused because their event could not be stored. */
  readonly rejected: CounterChild;
  private readonly errors: CounterFamily;
  private readonly levels: Map<PolicyLevel, CounterChild>;
  private readonly levelFamily: CounterFamily;
  private silentUntil = -Infinity;

  constructor(
    registry: MetricsRegistry,
    private readonly logger: Logger,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    const counter = (name: string, help: string, labels?: string[]): CounterFamily =>
      registry.counter({ name: `apiserver_audit_${name}`, help, labels });
    this.events = counter('event_total', 'Counter of audit events generated and sent to the audit backend.').labels();
    this.rejected = counter(
      'requests_rejected_total',
      'Counter of apiserver requests rejected due to an error in audit logging backend.',
    ).labels();
    this.errors = counter('error_total', 'Audit events that were not recorded, by the plugin that lost them.', [
      'plugin',
    ]);
    this.levelFamily = counter('level_total', 'Requests by the level of the audit policy.', ['level']);
    this.levels = new Map();
  }

  /** Counts a request by its level. */
  countLevel(level: PolicyLevel): void {
    let child = this.levels.get(level);
    if (!child) this.levels.set(level, (child = this.levelFamily.labels(level)));
    child.increment();
  }

  /** Counts events that a plugin has lost, and logs the first of a second (upstream: HandlePluginError). */
  lose(plugin: string, reason: string, events: readonly AuditEvent[]): void {
    this.errors.labels(plugin).increment(events.length);
    const now = this.clock.monotonic();
    if (now < this.silentUntil) return;
    this.silentUntil = now + SILENCE_MS;
    const shown = events.slice(0, MAX_SHOWN).map((event) => cutText(legacyLine(event), MAX_LINE));
    this.logger.error('audit events were lost', { plugin, count: events.length, reason, events: shown });
  }

  /** Logs that an object cannot be part of an event. */
  loseObject(error: unknown): void {
    this.logger.error('an object is missing in an audit event', { reason: (error as Error).message });
  }
}
