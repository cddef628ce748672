import { AuditAnnotations, type UserInfo, parseRequestInfo } from '../request/index.js';
import { AuditTrail, type RecordedRequest } from './audit-trail.js';
import type { AuditEvent } from './events/audit-event.js';
import { addWebhookTime } from './events/latency.js';
import { RequestFacts } from './events/request-facts.js';
import type { PolicyLevel, Stage } from './policy/index.js';

const ALICE: UserInfo = { name: 'alice', groups: [] };

interface Recorded {
  readonly trail: AuditTrail;
  readonly request: RecordedRequest;
  readonly response: { headersSent: boolean; statusCode: number };
  readonly events: Record<string, unknown>[];
  now: number;
}

const unrecorded: unknown[] = [];

interface Given {
  readonly level?: PolicyLevel;
  readonly omitted?: readonly Stage[];
  readonly target?: string;
  readonly isLongRunning?: boolean;
  readonly omitsManagedFields?: boolean;
}

function record({
  level = 'RequestResponse',
  target = '/api/v1/namespaces/team/pods',
  ...given
}: Given = {}): Recorded {
  const { omitted = [], isLongRunning = false, omitsManagedFields = false } = given;
  const info = parseRequestInfo('POST', target, new URLSearchParams());
  const response = { headersSent: false, statusCode: 200 };
  const annotations = new AuditAnnotations();
  const request = {
    info,
    response,
    annotations,
    isLongRunning,
    caller: ALICE,
    user: ALICE,
  } as unknown as RecordedRequest;
  const source = {
    id: 'x',
    level,
    uri: target,
    verb: 'create',
    user: ALICE,
    sourceIps: [],
    userAgent: '',
    receivedAt: 0,
  };
  const events: Record<string, unknown>[] = [];
  const recorded: Omit<Recorded, 'trail'> = { request, response, events, now: 1 };
  const trail = new AuditTrail(request, {
    config: { level, omitted: new Set(omitted), omitsManagedFields },
    facts: new RequestFacts(source),
    now: () => recorded.now,
    onUnrecorded: (error) => unrecorded.push(error),
    record: (event: AuditEvent) => events.push(JSON.parse(event.json) as Record<string, unknown>) > 0,
  });
  return Object.assign(recorded, { trail });
}

const answer = ({ trail, response }: Recorded, code: number): void => {
  Object.assign(response, { headersSent: true, statusCode: code });
  trail.started(code);
  void trail.ended();
};
const stagesOf = ({ events }: Recorded): unknown[] => events.map(({ stage }) => stage);

describe('AuditTrail', () => {
  it('makes an event when a request comes and when it is answered, and no third', () => {
    const recorded = record();
    void recorded.trail.received();
    answer(recorded, 201);
    void recorded.trail.ended();
    expect(recorded.events).toMatchObject([
      { stage: 'RequestReceived', stageTimestamp: '1970-01-01T00:00:00.000000Z' },
      { stage: 'ResponseComplete', stageTimestamp: '1970-01-01T00:00:00.001000Z', responseStatus: { code: 201 } },
    ]);
  });

  it('makes none for stages that are omitted', () => {
    const recorded = record({ omitted: ['RequestReceived', 'ResponseComplete'], isLongRunning: true });
    expect(recorded.trail.received()).toBe(true);
    answer(recorded, 200);
    expect(stagesOf(recorded)).toEqual(['ResponseStarted']);
  });

  it('makes one when a long-running request begins to be answered, also where nothing was', () => {
    const begun = record({ isLongRunning: true });
    answer(begun, 101);
    expect(begun.events).toMatchObject([
      { stage: 'ResponseStarted', responseStatus: { code: 101 } },
      { stage: 'ResponseComplete', responseStatus: { code: 101 } },
    ]);
    const closed = record({ isLongRunning: true });
    void closed.trail.ended();
    const responseStatus = { metadata: {}, status: 'Success', message: 'Connection closed early', code: 200 };
    expect(closed.events).toMatchObject([
      { stage: 'ResponseStarted', responseStatus },
      { stage: 'ResponseComplete', responseStatus },
    ]);
  });

  it('has one event of its own for a handler that failed', () => {
    const recorded = record();
    recorded.trail.panicked('out of order');
    recorded.trail.sawStatus({ status: 'Failure', message: 'Internal error', code: 500 });
    answer(recorded, 500);
    expect(recorded.events).toMatchObject([
      {
        stage: 'Panic',
        responseStatus: {
          status: 'Failure',
          message: "APIServer panic'd: out of order",
          reason: 'InternalError',
          code: 500,
        },
      },
    ]);
  });

  it('has one event for a request that is refused before its user is known', () => {
    const recorded = record({ isLongRunning: true });
    recorded.trail.refuse();
    recorded.trail.sawStatus({ status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 });
    answer(recorded, 401);
    expect(recorded.events).toMatchObject([{ stage: 'ResponseStarted', responseStatus: { code: 401 } }]);
  });

  it.each<[PolicyLevel, boolean, boolean]>([
    ['Metadata', false, false],
    ['Request', true, false],
    ['RequestResponse', true, true],
  ])('has objects as level %s says, and their names and the status at any', (level, hasRequest, hasResponse) => {
    const recorded = record({ level });
    const metadata = { name: 'p', uid: 'u', resourceVersion: '7' };
    recorded.trail.sawRequest({ metadata }, () => '{"kind":"Pod"}\n');
    recorded.trail.sawStatus({ status: 'Failure', code: 409 });
    answer(recorded, 409);
    const [event] = recorded.events;
    expect(event).toMatchObject({ responseStatus: { status: 'Failure', code: 409 } });
    expect(event.objectRef).toEqual({
      ...{ resource: 'pods', namespace: 'team', name: 'p', uid: 'u', apiVersion: 'v1', resourceVersion: '7' },
    });
    expect([event.requestObject !== undefined, event.responseObject !== undefined]).toEqual([hasRequest, hasResponse]);
  });

  it('keeps what the path says of the object', () => {
    const recorded = record({ target: '/apis/apps/v1/namespaces/team/deployments/d/scale' });
    recorded.trail.sawRequest({ metadata: { name: 'other', namespace: 'other' } }, () => '{}');
    answer(recorded, 200);
    expect(recorded.events[0].objectRef).toEqual({
      ...{ resource: 'deployments', namespace: 'team', name: 'd', apiGroup: 'apps', apiVersion: 'v1' },
      subresource: 'scale',
    });
  });

  it('goes without an object that cannot be written', () => {
    const recorded = record();
    const fault = new RangeError('Invalid string length');
    recorded.trail.sawResponse(() => {
      throw fault;
    });
    answer(recorded, 200);
    expect([recorded.events[0].responseObject, unrecorded]).toEqual([undefined, [fault]]);
  });

  it('has no reference for a path outside the API', () => {
    const recorded = record({ target: '/version' });
    answer(recorded, 200);
    expect(recorded.events[0].objectRef).toBeUndefined();
  });

  it('leaves out managed fields where the policy says so', () => {
    const recorded = record({ omitsManagedFields: true });
    const json = '{"metadata":{"managedFields":[{"manager":"m"}]}}';
    recorded.trail.sawRequest(undefined, () => json);
    recorded.trail.sawResponse(() => json);
    answer(recorded, 200);
    const metadata = {};
    expect(recorded.events[0]).toMatchObject({ requestObject: { metadata }, responseObject: { metadata } });
    expect(JSON.stringify(recorded.events)).not.toContain('managedFields');
  });

  it('has the annotations of its level, at the stage where they are known', () => {
    const recorded = record({ level: 'Metadata' });
    recorded.request.annotations?.add('a.io/early', '1');
    void recorded.trail.received();
    recorded.request.annotations?.add('a.io/late', '2');
    recorded.request.annotations?.add('a.io/patch', '3', 'Request');
    recorded.trail.sawDeprecated('1.34');
    answer(recorded, 200);
    expect(recorded.events.map(({ annotations }) => annotations)).toEqual([
      { 'a.io/early': '1' },
      { 'a.io/early': '1', 'a.io/late': '2', 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.34' },
    ]);
  });

  it('says how long a slow request and its webhooks took', () => {
    const recorded = record();
    const webhook = { rule: 'w', outcome: 'allowed' as const };
    const validating = { plugin: 'ValidatingAdmissionWebhook', ...webhook };
    addWebhookTime(recorded.request, { plugin: 'MutatingAdmissionWebhook', ...webhook, seconds: 0.2 });
    addWebhookTime(recorded.request, { plugin: 'MutatingAdmissionWebhook', ...webhook, seconds: 0.1 });
    addWebhookTime(recorded.request, { ...validating, seconds: 0.25 });
    addWebhookTime(recorded.request, { ...validating, seconds: 0.15 });
    addWebhookTime(recorded.request, { ...validating, outcome: 'skipped', seconds: 9 });
    recorded.trail.times.storage = 21.5;
    recorded.trail.times.writing = 2;
    recorded.now = 700.5;
    answer(recorded, 200);
    expect(recorded.events[0].annotations).toEqual({
      'apiserver.latency.k8s.io/etcd': '21.5ms',
      'apiserver.latency.k8s.io/response-write': '2ms',
      'apiserver.latency.k8s.io/mutating-webhook': '300ms',
      'apiserver.latency.k8s.io/validating-webhook': '250ms',
      'apiserver.latency.k8s.io/total': '700.5ms',
    });
  });

  it.each<[string, Given, number]>([
    ['is quick', {}, 500],
    ['stays open', { isLongRunning: true }, 900],
    ['is for no resource', { target: '/version' }, 900],
  ])('says nothing of the time of a request that %s', (_, given, now) => {
    const recorded = record(given);
    recorded.now = now;
    answer(recorded, 200);
    expect(recorded.events.at(-1)?.annotations).toBeUndefined();
  });
});
