import { badRequest } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import type { AskingGate, CheckingGate, Gate, WrappingGate } from './gate.js';
import { GateRunner } from './gate-runner.js';

let calls: string[];
let context: RequestContext;

beforeEach(() => {
  calls = [];
  const terminate = (): void => void calls.push('terminated');
  context = {
    isLongRunning: false,
    receivedAt: performance.now(),
    workMs: 60_000,
    terminate,
  } as unknown as RequestContext;
});

const ENDINGS = {
  failed: async (_: RequestContext, error: unknown) => void calls.push(`failed: ${(error as Error).message}`),
  ended: () => void calls.push('ended'),
};

const run = (...gates: readonly Gate[]): unknown => new GateRunner(gates, ENDINGS).run(context);

/** A gate that lets everything pass. */
const checking = (name: string): CheckingGate => ({
  check() {
    calls.push(name);
    return 'passed';
  },
});

/** A gate with an answer, or a promise of one. */
const asking = (name: string, ask: () => unknown, more: Partial<AskingGate> = {}): AskingGate => ({
  ask: () => (calls.push(`ask ${name}`), ask()) as never,
  decide(_, answer) {
    calls.push(`decide ${name} ${String(answer)}`);
    return 'passed';
  },
  failed: (_, error) => void calls.push(`${name} failed: ${(error as Error).message}`),
  ...more,
});

const handler: WrappingGate = { wrap: () => void calls.push('handler') };

const fault = (): never => {
  throw badRequest('wrong');
};

describe('GateRunner', () => {
  it('passes a request through gates that need not wait, in order and without a promise', () => {
    expect(
      run(
        checking('a'),
        asking('b', () => 1),
        checking('c'),
        handler,
      ),
    ).toBeUndefined();
    expect(calls).toEqual(['a', 'ask b', 'decide b 1', 'c', 'handler', 'ended']);
  });

  it('waits for the answer of a gate, and continues with the gates after it', async () => {
    const passed = run(
      checking('a'),
      asking('b', async () => 1),
      checking('c'),
      handler,
    );
    expect(calls).toEqual(['a', 'ask b']);
    await passed;
    expect(calls).toEqual(['a', 'ask b', 'decide b 1', 'c', 'handler', 'ended']);
  });

  it('waits for the handler', async () => {
    const passed = run({ wrap: async () => void calls.push('handler') });
    expect(calls).toEqual(['handler']);
    await passed;
    expect(calls).toEqual(['handler', 'ended']);
  });

  it.each<[string, Gate]>([
    ['that checks', { check: () => 'answered' }],
    ['that asks', asking('b', () => 1, { decide: () => 'answered' })],
    ['that waits', asking('b', async () => 1, { decide: () => 'answered' })],
    ['that wraps the others', { wrap: () => undefined }],
  ])('ends a request that a gate %s has answered', async (_, gate) => {
    await run(gate, checking('c'), handler);
    expect(calls.filter((call) => call !== 'ask b')).toEqual(['ended']);
  });

  it.each<[string, Gate]>([
    ['that checks', { check: fault }],
    ['at its decision', asking('b', () => 1, { decide: fault })],
    ['at its late decision', asking('b', async () => 1, { decide: fault })],
    ['that wraps the others', { wrap: fault }],
    ['that wraps them and waits', { wrap: async () => fault() }],
  ])('answers a request with what a gate throws %s', async (_, gate) => {
    await run(gate, checking('c'), handler);
    expect(calls.filter((call) => call !== 'ask b')).toEqual(['failed: wrong', 'ended']);
  });

  it.each<[string, () => unknown]>([
    ['throws', fault],
    ['rejects with', async () => fault()],
  ])('reports to a gate what its question %s, and answers the request with it', async (_, ask) => {
    await run(asking('b', ask), checking('c'), handler);
    expect(calls).toEqual(['ask b', 'b failed: wrong', 'failed: wrong', 'ended']);
  });

  it('continues a request inside of a gate that wraps the others, at once', () => {
    const wrapping: WrappingGate = {
      wrap(request, rest) {
        calls.push('begin');
        const outcome = rest(request);
        calls.push('end');
        return outcome;
      },
    };
    expect(run(checking('a'), wrapping, checking('c'), handler)).toBeUndefined();
    expect(calls).toEqual(['a', 'begin', 'c', 'handler', 'end', 'ended']);
  });

  it('continues a request later, when such a gate has waited, and rejects its rest with the failure of the others', async () => {
    const wrapping: WrappingGate = {
      async wrap(request, rest) {
        await Promise.resolve();
        calls.push('begin');
        await Promise.resolve(rest(request)).catch((error: Error) => calls.push(`caught ${error.message}`));
      },
    };
    await run(
      wrapping,
      asking('b', async () => 1, { decide: fault }),
      handler,
    );
    expect(calls).toEqual(['begin', 'ask b', 'caught wrong', 'ended']);
  });

  it('ends the wait for a gate with the time of the request, if the gate says so', async () => {
    context = { ...context, workMs: 1 } as RequestContext;
    await run(
      asking('b', () => new Promise(() => {}), { isTimed: true }),
      handler,
    );
    const message = 'Timeout: request did not complete within the allotted timeout';
    expect(calls).toEqual(['ask b', 'terminated', `failed: ${message}`, 'ended']);
  });

  it('passes the time of the question to gates that are measured', () => {
    const times: number[] = [];
    const decide: AskingGate['decide'] = (_, _answer, askedAt) => (times.push(askedAt), 'passed');
    const before = performance.now();
    void run(
      asking('a', () => 1, { decide }),
      asking('b', () => 1, { decide, isMeasured: true }),
      handler,
    );
    expect([times[0], times[1] >= before, times[1] <= performance.now()]).toEqual([0, true, true]);
  });

  it('fails a request that no gate has answered', async () => {
    await run(checking('a'));
    expect(calls).toEqual(['a', 'failed: a request passed all gates, and none of them has answered it', 'ended']);
  });
});
