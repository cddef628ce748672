import type { ObservedAdmission, ObservedRequest, RequestObservers } from '../request/index.js';
import type { AdmissionOperation } from './admission-attributes.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import type { WriteAttributes } from './write-attributes.js';

/** A half of admission: plugins that change an object, or those that refuse it. */
export type AdmissionStep = ObservedAdmission['step'];

/**
 * One step of the admission of one write, as observers see it; made only where one listens. Plugins are timed from the end
 * of the one before.
 */
export class ObservedStep implements ObservedAdmission {
  readonly request: ObservedRequest | undefined;
  readonly operation: AdmissionOperation;
  plugin: AdmissionPlugin | undefined;
  round = 0;
  isRejected = false;
  seconds = 0;
  private readonly started = performance.now();
  private last = this.started;

  constructor(
    private readonly observers: RequestObservers,
    { request, operation }: WriteAttributes,
    readonly step: AdmissionStep,
  ) {
    this.request = request;
    this.operation = operation;
  }

  /** Called when a plugin has accepted the write. */
  accept(plugin: AdmissionPlugin, round: number): void {
    this.tell(plugin, round, false);
  }

  /** Called when a plugin has rejected the write. */
  reject(plugin: AdmissionPlugin, round: number): void {
    this.tell(plugin, round, true);
  }

  /** Called exactly once, when the step is over. */
  end(isRejected: boolean): void {
    this.last = this.started;
    this.tell(undefined, 0, isRejected);
  }

  private tell(plugin: AdmissionPlugin | undefined, round: number, isRejected: boolean): void {
    const now = performance.now();
    this.plugin = plugin;
    this.round = round;
    this.isRejected = isRejected;
    this.seconds = (now - this.last) / 1000;
    this.last = now;
    this.observers.admitted(this);
  }
}
