import type { AuthenticationResult } from '../../authn/index.js';
import { type AuthorizationAttributes, Authorizer, type Decision } from '../../authz/index.js';
import { type ObservedRequest, type RequestObserver, RequestObservers } from '../../request/index.js';
import { observeAuthentication, observeAuthorization } from './observed-gates.js';

const annotated: string[][] = [];
const REQUEST = { annotate: (...words: string[]) => void annotated.push(words) } as unknown as ObservedRequest;
const ALICE: AuthenticationResult = { user: { name: 'alice', groups: [] }, knownBy: 'token' };
const ALLOW: Decision = { verdict: 'Allow', reason: 'because' };

let observers: RequestObservers;
let told: object[];

beforeEach(() => {
  told = [];
  observers = new RequestObservers((error) => {
    throw error;
  });
});

const fail = (): never => {
  throw new Error('wrong');
};

describe('observeAuthentication()', () => {
  const listen = (): void => {
    observers.add({ authenticated: (_, { outcome, knownBy }) => void told.push({ outcome, knownBy }) });
  };

  it.each([
    ['a caller', (): AuthenticationResult => ALICE, { outcome: 'success', knownBy: 'token' }],
    ['nobody', (): undefined => undefined, { outcome: 'failure', knownBy: undefined }],
  ])('reports %s, found at once or later, once', async (_, ask, outcome) => {
    listen();
    expect(observeAuthentication(observers, REQUEST, ask)).toBe(ask());
    expect(await observeAuthentication(observers, REQUEST, async () => ask())).toBe(ask());
    expect(told).toEqual([outcome, outcome]);
  });

  it('reports a failure, and fails with it', async () => {
    listen();
    expect(() => observeAuthentication(observers, REQUEST, fail)).toThrow('wrong');
    await expect(observeAuthentication(observers, REQUEST, async () => fail())).rejects.toThrow('wrong');
    const outcome = { outcome: 'error', knownBy: undefined };
    expect(told).toEqual([outcome, outcome]);
  });

  it('asks, and does no more, where nobody listens', () => {
    expect(observeAuthentication(observers, REQUEST, () => ALICE)).toBe(ALICE);
    const later = Promise.resolve(ALICE);
    expect(observeAuthentication(observers, REQUEST, () => later)).toBe(later);
  });
});

describe('observeAuthorization()', () => {
  const attributes = {} as AuthorizationAttributes;

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

  const listen = (more: RequestObserver = {}): void => {
    const authorized: RequestObserver['authorized'] = (_, { verdict, reason, steps }) =>
      void told.push({ verdict, reason, steps });
    observers.add({ ...more, authorized });
  };

  it('reports a decision, made at once or later, once', async () => {
    listen();
    expect(observeAuthorization(observers, REQUEST, { authorizer: new Telling(ALLOW), attributes })).toBe(ALLOW);
    const late = new Telling(Promise.resolve(ALLOW));
    expect(await observeAuthorization(observers, REQUEST, { authorizer: late, attributes })).toBe(ALLOW);
    expect(told).toEqual([
      { ...ALLOW, steps: undefined },
      { ...ALLOW, steps: undefined },
    ]);
  });

  it('has it made step by step where an observer wants the steps', async () => {
    listen({ wantsSteps: () => true });
    const authorizer = new Telling(ALLOW);
    expect(await observeAuthorization(observers, REQUEST, { authorizer, attributes })).toEqual(ALLOW);
    expect(authorizer.asked).toEqual(['trace']);
    expect(told).toEqual([{ ...ALLOW, steps: [{ type: 'Test', name: 'one', ...ALLOW }] }]);
  });

  it('reports no decision where none was made', async () => {
    listen();
    const authorizer = new Telling(Promise.reject(new Error('wrong')));
    await expect(observeAuthorization(observers, REQUEST, { authorizer, attributes })).rejects.toThrow('wrong');
    expect(told).toEqual([]);
    expect(annotated).toEqual([['authorization.k8s.io/reason', 'internal error']]);
  });

  it('asks, and does no more, where nobody listens', () => {
    const later = Promise.resolve(ALLOW);
    expect(observeAuthorization(observers, REQUEST, { authorizer: new Telling(later), attributes })).toBe(later);
  });
});
