import type { RequestContext } from '../../endpoints/index.js';
import type { ControlledRequest, FlowControl } from '../../flowcontrol/index.js';
import { SystemClock, type RequestMetrics } from '../../observability/index.js';
import { PriorityAndFairnessFilter } from './priority-and-fairness.filter.js';

/** Slots that are all free, and how many of them are taken. */
class Slots {
  taken = 0;

  take(): { ready: undefined; release(): void } {
    this.taken++;
    let isTaken = true;
    const release = (): void => {
      if (isTaken) this.taken--;
      isTaken = false;
    };
    return { ready: undefined, release };
  }
}

let slots: Slots;
let filter: PriorityAndFairnessFilter;

beforeEach(() => {
  slots = new Slots();
  const controlled = { seat: { state: 'executing' }, level: { work: slots, isExempt: false } };
  const control = {
    start: () => controlled as unknown as ControlledRequest,
    finish: () => {},
  } as unknown as FlowControl;
  const metrics = { readOnlyInFlight: { value: 0 }, mutatingInFlight: { value: 0 } } as unknown as RequestMetrics;
  filter = new PriorityAndFairnessFilter(control, new SystemClock(), metrics);
});

const writeOf = (): RequestContext => ({ info: { verb: 'update' }, isLongRunning: false }) as unknown as RequestContext;

describe('PriorityAndFairnessFilter', () => {
  it('has a write take its turn when its body is there, and end it when the engine has it', async () => {
    const context = writeOf();
    const steps: number[] = [];
    await filter.run(context, async () => {
      steps.push(slots.taken);
      await context.seat.bodyRead!();
      steps.push(slots.taken);
      context.seat.storing!();
      steps.push(slots.taken);
    });
    expect(steps).toEqual([0, 1, 0]);
  });

  it('ends the turn of a write that stores nothing', async () => {
    const context = writeOf();
    await filter.run(context, async () => void (await context.seat.bodyRead!()));
    expect(slots.taken).toBe(0);
  });
});
