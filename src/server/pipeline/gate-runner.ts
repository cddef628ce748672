import type { MaybePromise } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import { decideWithin } from '../filters/request-deadline.js';
import type { AskingGate, CheckingGate, Gate, Passage, Rest, WrappingGate } from './gate.js';

/** The calls at the end of a request. */
export interface RequestEndings {
  /** Responds to a request with the error of a gate. Never rejects. */
  failed(context: RequestContext, error: unknown): Promise<void>;
  /** Called once for each request, when it is answered. */
  ended(context: RequestContext): void;
}

/** A gate by its kind, of which it has one, and the gates after it. All have one shape: every request reads them. */
interface Step {
  readonly checking: CheckingGate | undefined;
  readonly asking: AskingGate | undefined;
  readonly wrapping: WrappingGate | undefined;
  readonly rest: Rest;
}

/**
 * Passes requests through a list of gates, and is the one place that waits for them. A request whose gates wait for nothing
 * is answered without a promise, and without a closure: functions that wait are apart from those that do not.
 */
export class GateRunner {
  private readonly steps: readonly Step[];

  constructor(
    gates: readonly Gate[],
    private readonly endings: RequestEndings,
  ) {
    this.steps = gates.map((gate, index) => stepOf(gate, (context) => this.passFrom(index + 1, context)));
  }

  /** Passes a request through all gates; what they throw becomes its answer. Never throws, never rejects. */
  run(context: RequestContext): MaybePromise<void> {
    let outcome: MaybePromise<void>;
    try {
      outcome = this.passFrom(0, context);
    } catch (error) {
      return this.endLater(context, this.endings.failed(context, error));
    }
    if (outcome instanceof Promise) return this.answerLater(context, outcome);
    this.endings.ended(context);
  }

  private answerLater(context: RequestContext, outcome: Promise<void>): Promise<void> {
    const answered = outcome.catch((error) => this.endings.failed(context, error));
    return this.endLater(context, answered);
  }

  private endLater(context: RequestContext, answered: Promise<void>): Promise<void> {
    return answered.finally(() => this.endings.ended(context));
  }

  private passFrom(first: number, context: RequestContext): MaybePromise<void> {
    const { steps } = this;
    for (let index = first; index < steps.length; index++) {
      const { checking, asking, wrapping, rest } = steps[index];
      if (wrapping) return wrapping.wrap(context, rest);
      const passage = asking ? ask(asking, context) : checking?.check(context);
      if (passage instanceof Promise) return this.passLater(passage, index + 1, context);
      if (passage === 'answered') return undefined;
    }
    throw new Error('a request passed all gates, and none of them has answered it');
  }

  private passLater(passage: Promise<Passage>, next: number, context: RequestContext): Promise<void> {
    return passage.then((decided) => (decided === 'answered' ? undefined : this.passFrom(next, context)));
  }
}

function stepOf(gate: Gate, rest: Rest): Step {
  return {
    checking: 'check' in gate ? gate : undefined,
    asking: 'ask' in gate ? gate : undefined,
    wrapping: 'wrap' in gate ? gate : undefined,
    rest,
  };
}

function ask(gate: AskingGate, context: RequestContext): MaybePromise<Passage> {
  const askedAt = gate.isMeasured ? performance.now() : 0;
  let answer: unknown;
  try {
    answer = gate.ask(context);
  } catch (error) {
    gate.failed?.(context, error, askedAt);
    throw error;
  }
  return answer instanceof Promise
    ? decideLater(gate, context, { answer, askedAt })
    : gate.decide(context, answer, askedAt);
}

function decideLater(
  gate: AskingGate,
  context: RequestContext,
  { answer, askedAt }: { readonly answer: Promise<unknown>; readonly askedAt: number },
): Promise<Passage> {
  const passage = answer.then(
    (value) => gate.decide(context, value, askedAt),
    (error) => {
      gate.failed?.(context, error, askedAt);
      throw error;
    },
  );
  return gate.isTimed ? decideWithin(context, passage) : passage;
}
