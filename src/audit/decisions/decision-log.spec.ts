import type { ObservedAuthorization, ObservedRequest, UserInfo } from '../../request/index.js';
import { DecisionLog } from './decision-log.js';
import { decisionList } from './decision-record.js';
import { Masking } from './masking.js';

const ALICE: UserInfo = { name: 'alice', uid: '7', groups: ['staff', 'system:authenticated'] };
const GET_SECRET = {
  isResourceRequest: true,
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'secrets',
  subresource: '',
  namespace: 'vault',
  name: 'key',
  path: '/api/v1/namespaces/vault/secrets/key',
};
const ALLOW: ObservedAuthorization = { verdict: 'Allow', reason: 'by role', steps: undefined, seconds: 0.000_123_4 };
const DENY: ObservedAuthorization = { ...ALLOW, verdict: 'NoOpinion', reason: '' };

function open(masked: ConstructorParameters<typeof Masking>[0] = [], sampleRate = 1, random = 0): Recorder {
  const records: string[] = [];
  const sink = { process: (taken: readonly string[]) => (records.push(...taken), true), close: async () => {} };
  const parts = { sink, masking: new Masking(masked), sampleRate, now: () => 1000.25, random: () => random };
  return { log: new DecisionLog(parts), records, parsed: () => records.map((line) => JSON.parse(line) as Parsed) };
}

interface Parsed {
  readonly user: { username: string; uid: string; groups: string[] };
  readonly request: Record<string, string>;
  readonly reason?: string;
}

interface Recorder {
  readonly log: DecisionLog;
  readonly records: string[];
  parsed(): Parsed[];
}

const requestOf = (members: object = {}): ObservedRequest =>
  ({ id: 'a1', user: ALICE, caller: ALICE, info: GET_SECRET, ...members }) as ObservedRequest;

describe('DecisionLog', () => {
  it('records who asked for what, the verdict and its time', () => {
    const { log, parsed } = open();
    log.authorized(requestOf(), ALLOW);
    expect(parsed()).toEqual([
      {
        kind: 'AuthorizationDecision',
        apiVersion: 'access.binnacle.io/v1alpha1',
        id: 'a1',
        time: '1970-01-01T00:00:01.000250Z',
        user: { username: 'alice', uid: '7', groups: ['staff', 'system:authenticated'] },
        request: { verb: 'get', group: '', version: 'v1', resource: 'secrets', namespace: 'vault', name: 'key' },
        verdict: 'Allow',
        reason: 'by role',
        milliseconds: 0.123,
      },
    ]);
  });

  it('records the path of other requests, and who impersonates', () => {
    const { log, parsed } = open();
    const info = { isResourceRequest: false, verb: 'get', path: '/metrics' };
    log.authorized(requestOf({ info, caller: { name: 'root', groups: [] } }), ALLOW);
    expect(parsed()[0]).toMatchObject({
      impersonatedBy: { username: 'root', groups: [] },
      request: { verb: 'get', path: '/metrics' },
    });
  });

  it.each([
    [0, 0, 0],
    [0.25, 0.2, 1],
    [0.25, 0.25, 0],
    [1, 0.999, 1],
  ])('with a sample rate of %d and a draw of %d records %d allowed requests, and every other', (rate, draw, count) => {
    const { log, records } = open([], rate, draw);
    log.authorized(requestOf(), ALLOW);
    log.authorized(requestOf(), DENY);
    expect(records).toHaveLength(count + 1);
  });

  it('masks members by a hash that is the same for the same value, and hides reasons that quote them', () => {
    const { log, records, parsed } = open(['user', 'groups', 'namespace', 'name']);
    log.authorized(requestOf(), ALLOW);
    log.authorized(requestOf({ user: { ...ALICE, name: 'bob' } }), ALLOW);
    expect(records.join()).not.toMatch(/alice|bob|staff|vault|key|by role/);
    const [first, second] = parsed();
    expect(first.user.username).toMatch(/^masked:[0-9a-f]{16}$/);
    expect(second.user.username).not.toBe(first.user.username);
    expect(second.request).toEqual(first.request);
    expect(second.user.groups).toEqual(first.user.groups);
  });

  it('masks with another key in another run', () => {
    const [one, other] = [open(['user']), open(['user'])];
    for (const { log } of [one, other]) log.authorized(requestOf(), ALLOW);
    expect(one.parsed()[0].user.username).not.toBe(other.parsed()[0].user.username);
  });

  it('keeps records short whatever clients send', () => {
    const { log, records } = open();
    const long = 'x'.repeat(1_000_000);
    const user = { name: long, groups: Array.from({ length: 10_000 }, () => long) };
    log.authorized(requestOf({ user, info: { ...GET_SECRET, name: long } }), { ...ALLOW, reason: long });
    expect(records[0].length).toBeLessThan(80_000);
  });
});

describe('decisionList()', () => {
  it('is a list of the records', () => {
    expect(JSON.parse(decisionList(['{"a":1}', '{"a":2}']))).toMatchObject({
      kind: 'AuthorizationDecisionList',
      items: [{ a: 1 }, { a: 2 }],
    });
  });
});
