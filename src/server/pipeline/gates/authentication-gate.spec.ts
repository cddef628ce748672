import type { IncomingMessage } from 'node:http';
import type { AuthenticationResult, Authenticator } from '../../../authn/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { RequestObservers, type UserInfo } from '../../../request/index.js';
import { GateRunner } from '../gate-runner.js';
import { AuthenticationGate } from './authentication-gate.js';

const ALICE: AuthenticationResult = {
  ...{ user: { name: 'alice', groups: [] }, knownBy: 'token' },
  auditAnnotations: { 'example.com/by': 'token' },
};

let told: object[];
let notes: string[];
let failures: Error[];

beforeEach(() => {
  told = [];
  notes = [];
  failures = [];
});

/** Authenticates a request; returns its context afterwards. */
async function authenticate(ask: () => unknown, more: Partial<RequestContext> = {}): Promise<RequestContext> {
  const observers = new RequestObservers(() => {});
  observers.add({
    authenticated: ({ caller }, { outcome, knownBy }) => void told.push({ outcome, knownBy, caller: caller?.name }),
  });
  const authenticator = { authenticate: ask } as unknown as Authenticator;
  const gate = new AuthenticationGate(
    { authenticator, clientCertificates: { of: () => undefined } as never },
    observers,
  );
  const request = { rawHeaders: [], socket: {} } as unknown as IncomingMessage;
  const annotate = (...words: string[]): void => void notes.push(words.join('='));
  const identify = (user: UserInfo): void => void Object.assign(context, { user, caller: user });
  const facts = { request, headers: {}, isLongRunning: true, annotate, identify };
  const context = { ...facts, ...more } as unknown as RequestContext;
  const endings = { failed: async (_: unknown, error: unknown) => void failures.push(error as Error), ended: () => {} };
  await new GateRunner([gate, { wrap: () => void notes.push('passed') }], endings).run(context);
  return context;
}

describe('AuthenticationGate', () => {
  it.each([
    ['at once', (): AuthenticationResult => ALICE],
    ['later', async (): Promise<AuthenticationResult> => ALICE],
  ])('notes a caller that is found %s, and reports it once', async (_, ask) => {
    const { user, caller } = await authenticate(ask);
    expect([user, caller]).toEqual([ALICE.user, ALICE.user]);
    expect(told).toEqual([{ outcome: 'success', knownBy: 'token', caller: 'alice' }]);
    expect(notes).toEqual(['example.com/by=token', 'passed']);
  });

  it.each([
    ['at once', (): undefined => undefined],
    ['later', async (): Promise<undefined> => undefined],
  ])('rejects with 401 where it is found %s that no authenticator knows the user', async (_, ask) => {
    await authenticate(ask);
    expect(failures).toEqual([expect.objectContaining({ code: 401 })]);
    expect(told).toEqual([{ outcome: 'failure', knownBy: undefined, caller: undefined }]);
    expect(notes).toEqual([]);
  });

  const fault = (): never => {
    throw new Error('wrong');
  };

  it.each([
    ['at once', fault],
    ['later', async () => fault()],
  ])('reports a failure %s, and fails with it', async (_, ask) => {
    await authenticate(ask);
    expect(failures).toEqual([expect.objectContaining({ message: 'wrong' })]);
    expect(told).toEqual([{ outcome: 'error', knownBy: undefined, caller: undefined }]);
  });

  it('asks for no credentials of requests from this process', async () => {
    const { user } = await authenticate(fault, { caller: ALICE.user });
    expect([user, failures]).toEqual([ALICE.user, []]);
  });
});
