import { eventually } from '../support/eventually.js';
import { RawConnection } from '../support/raw-connection.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';

const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const SCHEMA_HEADER = 'x-kubernetes-pf-flowschema-uid';
const LEVEL_HEADER = 'x-kubernetes-pf-prioritylevel-uid';

let server: TestServer;
let rejected: TestClient;
let queued: TestClient;
const opened: RawConnection[] = [];

beforeAll(async () => {
  server = await startTestServer({
    tokens: ['rejected,rejected,2', 'queued,queued,3', 'plain,plain,4'],
    serving: { maxRequestsInFlight: 50, maxMutatingRequestsInFlight: 50 },
  });
  [rejected, queued] = [server.connect('rejected'), server.connect('queued')];
  await addLevel('rejected', { type: 'Reject' });
  await addLevel('queued', { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 2 } });
  await grant('rejected', 'queued');
});

afterEach(async () => {
  opened.splice(0).forEach((connection) => connection.drop());
  await eventually(async () => expect(await metric('current_inflight_requests{request_kind="mutating"}')).toBe(0));
});

afterAll(() => server.close());

/** A level with one seat, and a schema that sends it all requests of the user of its name. */
async function addLevel(name: string, limitResponse: Json): Promise<void> {
  const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
  const limited = { nominalConcurrencyShares: 1, lendablePercent: 0, borrowingLimitPercent: 0, limitResponse };
  const level = {
    apiVersion,
    kind: 'PriorityLevelConfiguration',
    metadata: { name },
    spec: { type: 'Limited', limited },
  };
  const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }];
  const rules = [{ subjects: [{ kind: 'User', user: { name } }], resourceRules }];
  const spec = { matchingPrecedence: 10, priorityLevelConfiguration: { name }, rules };
  await server.client.post(`${GROUP}/prioritylevelconfigurations`, level);
  await server.client.post(`${GROUP}/flowschemas`, { apiVersion, kind: 'FlowSchema', metadata: { name }, spec });
}

async function grant(...users: string[]): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  await server.client.post(`/apis/${group}/v1/clusterrolebindings`, {
    metadata: { name: 'few' },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: users.map((name) => ({ apiGroup: group, kind: 'User', name })),
  });
}

async function metric(name: string): Promise<number> {
  const { text } = await server.client.get('/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`apiserver_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Occupies the seat of a user by a request whose body does not end. */
async function occupy(user: string): Promise<RawConnection> {
  const connection = await RawConnection.open(server);
  opened.push(connection);
  const head = [`POST ${MAPS} HTTP/1.1`, 'host: x', `authorization: Bearer ${user}`, 'content-type: application/json'];
  connection.write([...head, 'content-length: 9', '', '{'].join('\r\n'));
  await eventually(async () => expect(await metric(`flowcontrol_current_executing_seats{${labels(user)}}`)).toBe(1));
  return connection;
}

const labels = (name: string): string => `flow_schema="${name}",priority_level="${name}"`;
const waiting = (): Promise<number> => metric(`flowcontrol_current_inqueue_requests{${labels('queued')}}`);

describe('the headers of priority and fairness', () => {
  const namesOf = async ({ headers }: TestAnswer): Promise<(string | undefined)[]> => {
    const find = async (kind: string, uid: unknown): Promise<string | undefined> =>
      ((await server.client.get(`${GROUP}/${kind}`)).body.items as Json[]).find(({ metadata }) => metadata.uid === uid)
        ?.metadata.name as string | undefined;
    return [
      await find('flowschemas', headers[SCHEMA_HEADER]),
      await find('prioritylevelconfigurations', headers[LEVEL_HEADER]),
    ];
  };

  it.each([
    ['an answer', 'queued', 'GET', MAPS, [200, ['queued', 'queued']]],
    ['an object that is not there', 'queued', 'GET', `${MAPS}/lost`, [404, ['queued', 'queued']]],
    ['an invalid body', 'queued', 'POST', MAPS, [400, ['queued', 'queued']]],
    ['a forbidden request', 'plain', 'GET', MAPS, [403, ['global-default', 'global-default']]],
    ['a path outside the API', 'plain', 'GET', '/version', [200, ['global-default', 'global-default']]],
    ['a path that leads nowhere', 'admin-token', 'GET', '/nowhere', [404, ['exempt', 'exempt']]],
    ['a probe', 'plain', 'GET', '/readyz', [200, ['probes', 'exempt']]],
    ['invalid credentials', 'wrong', 'GET', MAPS, [401, [undefined, undefined]]],
    ['a log', 'queued', 'GET', '/api/v1/namespaces/default/pods/p/log', [404, [undefined, undefined]]],
  ])('are as they should be on %s [LIM-16]', async (_, token, method, path, expected) => {
    const body = method === 'POST' ? 'x' : undefined;
    const answer = await server.request(method, path, { token, body });
    expect([answer.status, await namesOf(answer)]).toEqual(expected);
  });

  it('are missing where impersonation is forbidden', async () => {
    const answer = await server.request('GET', MAPS, { token: 'plain', headers: { 'impersonate-user': 'queued' } });
    expect([answer.status, answer.headers[SCHEMA_HEADER]]).toEqual([403, undefined]);
  });

  it('are those of an impersonated user', async () => {
    const answer = await server.request('GET', MAPS, { headers: { 'impersonate-user': 'queued' } });
    expect(await namesOf(answer)).toEqual(['queued', 'queued']);
  });
});

describe('a level without free seats', () => {
  it('rejects in plain text, with the time to retry after [LIM-16]', async () => {
    await occupy('rejected');
    const { status, text, headers } = await rejected.get(MAPS);
    expect([status, text]).toEqual([429, 'Too many requests, please try again later.\n']);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      [SCHEMA_HEADER]: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const counted = `flow_schema="rejected",priority_level="rejected",reason="concurrency-limit"`;
    expect(await metric(`flowcontrol_rejected_requests_total{${counted}}`)).toBe(1);
  });

  it('lets requests wait until one becomes free', async () => {
    const connection = await occupy('queued');
    const answer = queued.get(MAPS);
    await eventually(async () => expect(await waiting()).toBe(1));
    connection.drop();
    expect((await answer).status).toBe(200);
  });

  it('rejects requests beyond the length of its queue', async () => {
    await occupy('queued');
    const paths = Array.from({ length: 3 }, () => queued.get(`${MAPS}?timeout=4s`));
    const first = await Promise.race(paths);
    expect(first.status).toBe(429);
    expect(await waiting()).toBe(2);
    expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  it('rejects requests that have waited a quarter of their time', async () => {
    await occupy('queued');
    const started = performance.now();
    expect((await queued.get(`${MAPS}?timeout=1200ms`)).status).toBe(429);
    expect(performance.now() - started).toBeGreaterThan(290);
    const counted = 'flow_schema="queued",priority_level="queued",reason="time-out"';
    expect(await metric(`flowcontrol_rejected_requests_total{${counted}}`)).toBeGreaterThan(0);
  });

  it('forgets requests whose clients have gone', async () => {
    await occupy('queued');
    const connection = await RawConnection.open(server);
    connection.write(`GET ${MAPS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer queued\r\n\r\n`);
    await eventually(async () => expect(await waiting()).toBe(1));
    connection.drop();
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('does not keep probes and administrators waiting', async () => {
    await occupy('queued');
    expect((await queued.get('/readyz')).status).toBe(200);
    expect((await server.client.get(MAPS)).status).toBe(200);
  });
});

describe('a watch', () => {
  it('needs a seat only until it waits for changes', async () => {
    const watch = await queued.open('GET', `${MAPS}?watch=true`);
    expect(watch.headers[SCHEMA_HEADER]).toBeDefined();
    expect((await queued.get(MAPS)).status).toBe(200);
    const typed = `${labels('queued')},type="watch"`;
    expect(await metric(`flowcontrol_request_execution_seconds_count{${typed}}`)).toBe(1);
    watch.destroy();
  });
});

describe('the dumps', () => {
  const DUMPS = '/debug/api_priority_and_fairness';

  it.each(['dump_priority_levels', 'dump_queues', 'dump_requests'])('%s are for administrators', async (name) => {
    const { status, text, headers } = await server.client.get(`${DUMPS}/${name}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^PriorityLevelName, /);
    expect((await server.request('GET', `${DUMPS}/${name}`, { token: 'plain' })).status).toBe(403);
  });

  it('show who waits, with details on demand', async () => {
    await occupy('queued');
    const answer = queued.get(`${MAPS}/one?timeout=4s`);
    await eventually(async () => expect(await waiting()).toBe(1));
    const { text } = await server.client.get(`${DUMPS}/dump_requests?includeRequestDetails=1`);
    expect(text).toMatch(new RegExp(`^queued, +queued, +0, +0, .*queued, +get, +${MAPS}/one, +default, +one,`, 'm'));
    expect((await answer).status).toBe(429);
  });

  it('are no other paths', async () => {
    expect((await server.client.get(`${DUMPS}/dump_more`)).status).toBe(404);
    expect(JSON.stringify((await server.client.get('/')).body)).not.toContain('priority_and_fairness');
  });
});
