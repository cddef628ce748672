import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { BootstrapHistory } from '../bootstrap-history.js';
import type { AskingGate, Passage } from '../gate.js';

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Ends the history of the bootstrap before the first write of a client. */
export class FirstWriteGate implements AskingGate<void> {
  constructor(private readonly history: Pick<BootstrapHistory, 'end'>) {}

  ask({ info, isFromProcess }: RequestContext): MaybePromise<void> {
    if (!info.isResourceRequest || isFromProcess || READS.has(info.verb)) return undefined;
    return this.history.end();
  }

  decide(): Passage {
    return 'passed';
  }
}
