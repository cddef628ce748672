import { AwaitedDecision } from './authorizer-answers.js';
import { type EvaluationSteps, evaluateSteps } from './evaluation-steps.js';

/** Takes longer than a turn of the event loop gives. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('evaluateSteps()', () => {
  it('returns the result of short steps without a promise', () => {
    const steps = function* (): EvaluationSteps<string> {
      yield;
      return 'done';
    };
    expect(evaluateSteps(steps)).toBe('done');
  });

  it('gives others their turn between long steps', async () => {
    let hasOthers = false;
    const steps = function* (): EvaluationSteps<boolean> {
      setImmediate(() => (hasOthers = true));
      for (let i = 0; i < 4; i++) {
        work(8);
        yield;
      }
      return hasOthers;
    };
    expect(await evaluateSteps(steps)).toBe(true);
  });

  it.each([0, 8])('begins again when an authorizer has decided (steps of %i ms)', async (ms) => {
    let isDecided = false;
    const settled = Promise.resolve().then(() => void (isDecided = true));
    const steps = function* (): EvaluationSteps<string> {
      work(ms);
      yield;
      if (!isDecided) throw new AwaitedDecision(settled);
      return 'allowed';
    };
    expect(await evaluateSteps(steps)).toBe('allowed');
  });

  it('fails with the fault of a step, in whatever turn', async () => {
    const steps = function* (): EvaluationSteps<never> {
      work(8);
      yield;
      throw new Error('broken');
    };
    await expect((async () => evaluateSteps(steps))()).rejects.toThrow('broken');
  });
});
