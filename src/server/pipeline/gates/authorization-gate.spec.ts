import { Authorizer, type Decision } from '../../../authz/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { type RequestObserver, RequestObservers, parseRequestInfo } from '../../../request/index.js';
import { GateRunner } from '../gate-runner.js';
import { AuthorizationGate } from './authorization-gate.js';

const ALLOW: Decision = { verdict: 'Allow', reason: 'because' };
const DENY: Decision = { verdict: 'Deny', reason: 'the harbor is closed' };

/** An authorizer that explains its decisions, and records how it was called. */
class Telling extends Authorizer {
  readonly asked: string[] = [];

  constructor(private readonly answer: Decision | Promise<Decision>) {
    super();
  }

  authorize(): Decision | Promise<Decision> {
    this.asked.push('authorize');
    return this.answer;
  }

  async trace(): Promise<object[]> {
    this.asked.push('trace');
    return [{ type: 'Test', name: 'one', ...(await this.answer) }];
  }
}

let told: object[];
let annotated: string[][];
let failures: Error[];

beforeEach(() => {
  told = [];
  annotated = [];
  failures = [];
});

/** Authorizes a request; returns its context afterwards, and whether it came to the next gate. */
async function authorize(authorizer: Authorizer, more: RequestObserver = {}) {
  const observers = new RequestObservers(() => {});
  const authorized: RequestObserver['authorized'] = (_, { verdict, reason, steps }) =>
    void told.push({ verdict, reason, steps });
  observers.add({ ...more, authorized });
  const context = {
    user: { name: 'alice', groups: [] },
    info: parseRequestInfo('GET', '/api/v1/namespaces/a/pods/b', new URLSearchParams()),
    response: { headersSent: false, setHeader: () => {} },
    isLongRunning: true,
    annotate: (...words: string[]): void => void annotated.push(words),
  } as unknown as RequestContext;
  let hasPassed = false;
  const next = { wrap: () => void (hasPassed = true) };
  const endings = { failed: async (_: unknown, error: unknown) => void failures.push(error as Error), ended: () => {} };
  await new GateRunner([new AuthorizationGate({ authorizer }, observers), next], endings).run(context);
  return { context, hasPassed };
}

describe('AuthorizationGate', () => {
  it.each([
    ['at once', ALLOW],
    ['later', Promise.resolve(ALLOW)],
  ])('passes a request that is allowed %s, and reports the decision once', async (_, answer) => {
    const { context, hasPassed } = await authorize(new Telling(answer));
    expect([hasPassed, context.decision]).toEqual([true, ALLOW]);
    expect(told).toEqual([{ ...ALLOW, steps: undefined }]);
  });

  it.each([
    ['at once', DENY],
    ['later', Promise.resolve(DENY)],
    ['without an opinion', { ...DENY, verdict: 'NoOpinion' } as const],
  ])('rejects a request that is denied %s, after it has reported the decision', async (_, answer) => {
    const { context, hasPassed } = await authorize(new Telling(answer));
    expect([hasPassed, context.decision, told.length]).toEqual([false, undefined, 1]);
    expect(failures).toEqual([expect.objectContaining({ code: 403 })]);
    expect(failures[0].message).toMatch(/: the harbor is closed$/);
  });

  it('decides step by step where an observer wants the steps', async () => {
    const authorizer = new Telling(ALLOW);
    const { hasPassed } = await authorize(authorizer, { wantsSteps: () => true });
    expect([hasPassed, authorizer.asked]).toEqual([true, ['trace']]);
    expect(told).toEqual([{ ...ALLOW, steps: [{ type: 'Test', name: 'one', ...ALLOW }] }]);
  });

  it('reports no decision where none was made', async () => {
    const { hasPassed } = await authorize(new Telling(Promise.reject(new Error('wrong'))));
    expect([hasPassed, told]).toEqual([false, []]);
    expect(failures).toEqual([expect.objectContaining({ message: 'wrong' })]);
    expect(annotated).toEqual([['authorization.k8s.io/reason', 'internal error']]);
  });
});
