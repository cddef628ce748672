import type { MaybePromise } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import type { RequestGate } from '../start/instruments.js';
import { type LimitedWork, RequestLimiter } from './request-limiter.js';

/** A limiter behind a gate that sees requests first, for servers under test. */
export class GatedLimiter extends RequestLimiter {
  override readonly control: RequestLimiter['control'];

  constructor(
    private readonly gate: RequestGate,
    private readonly limiter: RequestLimiter,
  ) {
    super();
    this.control = limiter.control;
  }

  run(context: RequestContext, limitMs: number, work: LimitedWork): MaybePromise<void> {
    return this.gate(context, () => this.limiter.run(context, limitMs, work));
  }
}
