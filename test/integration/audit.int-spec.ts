import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { eventually } from '../support/eventually.js';

interface AuditedEvent {
  readonly level: string;
  readonly stage: string;
  readonly verb: string;
  readonly auditID: string;
  readonly annotations?: Record<string, string>;
  readonly [member: string]: unknown;
}

const POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitManagedFields: true,
  rules: [
    { level: 'None', nonResourceURLs: ['/version'] },
    { level: 'Metadata', resources: [{ group: '', resources: ['secrets', 'serviceaccounts/token'] }] },
    { level: 'Request', users: ['requester'] },
    {
      level: 'RequestResponse',
      resources: [{ group: '', resources: ['configmaps'] }],
      omitStages: ['RequestReceived'],
    },
    { level: 'RequestResponse' },
  ],
};

const directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-'));
const policyFile = join(directory, 'policy.yaml');
const logPath = join(directory, 'logs', 'audit.log');
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
let server: TestServer;

beforeAll(async () => {
  writeFileSync(policyFile, JSON.stringify(POLICY));
  server = await startTestServer({
    audit: { policyFile, logPath },
    api: { featureGates: { AllowUnsafeMalformedObjectDeletion: true } },
    tokens: ['requester-token,requester,2,"system:masters"'],
  });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const allEvents = (): AuditedEvent[] =>
  readFileSync(logPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditedEvent);

/** The events of a request, once the last of them is there. */
function eventsOf(id: string, last = 'ResponseComplete'): Promise<AuditedEvent[]> {
  return eventually(async () => {
    const events = allEvents().filter(({ auditID }) => auditID === id);
    expect(events.at(-1)?.stage).toBe(last);
    return events;
  });
}

let requests = 0;

async function send(method: string, path: string, sent: Parameters<TestServer['request']>[2] = {}) {
  const id = `request-${++requests}`;
  const answer = await server.request(method, path, { ...sent, headers: { ...sent.headers, 'audit-id': id } });
  return { id, answer };
}

describe('the audit log', () => {
  it('has the object that was sent and the answer, in JSON whatever the client takes [SIG-05]', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } };
    const { id } = await send('POST', CONFIG_MAPS, {
      body,
      headers: { accept: 'application/vnd.kubernetes.protobuf' },
    });
    const [event, ...others] = await eventsOf(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      level: 'RequestResponse',
      verb: 'create',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      requestObject: { ...body, metadata: { name: 'a', creationTimestamp: null } },
      responseObject: { kind: 'ConfigMap', data: { k: 'v' }, metadata: { name: 'a', namespace: 'default' } },
      responseStatus: { metadata: {}, code: 201 },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
    });
    expect(JSON.stringify(event)).not.toContain('managedFields');
  });

  it('has lists as they are answered, without managed fields', async () => {
    const { id } = await send('GET', `${CONFIG_MAPS}?pretty=true`);
    const [{ responseObject }] = await eventsOf(id);
    expect(responseObject).toMatchObject({ kind: 'ConfigMapList', items: expect.any(Array) as unknown });
    expect(JSON.stringify(responseObject)).not.toMatch(/managedFields|continue/);
  });

  it('has no object of a Secret or of a token that the policy leaves out, but the name of each', async () => {
    const body = { metadata: { name: 's' }, stringData: { password: 'hidden-text' } };
    const { id } = await send('POST', '/api/v1/namespaces/default/secrets', { body });
    const events = await eventsOf(id);
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(events[1]).toMatchObject({ objectRef: { name: 's' } });
    expect(JSON.stringify(events)).not.toMatch(/hidden-text|Object"/);
  });

  it('has the patch but no answer at level Request', async () => {
    const { id } = await send('PATCH', `${CONFIG_MAPS}/applied?fieldManager=m`, {
      token: 'requester-token',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\n',
    });
    const [, event] = await eventsOf(id);
    expect(event).toMatchObject({ requestObject: { kind: 'ConfigMap', metadata: { name: 'applied' } } });
    expect(event.responseObject).toBeUndefined();
  });

  it('has one event of a request without valid credentials', async () => {
    const { id } = await send('GET', CONFIG_MAPS, { token: 'wrong' });
    const events = await eventsOf(id, 'ResponseStarted');
    expect(events).toMatchObject([{ user: {}, responseStatus: { code: 401, reason: 'Unauthorized' } }]);
  });

  it('says whose Secret it was that holds a token no longer valid', async () => {
    const secrets = '/api/v1/namespaces/default/secrets';
    const annotations = { 'kubernetes.io/service-account.name': 'default' };
    const type = 'kubernetes.io/service-account-token';
    // A Secret of an account that is not there yet would be deleted.
    await eventually(async () => {
      expect((await server.client.get('/api/v1/namespaces/default/serviceaccounts/default')).status).toBe(200);
    });
    await server.client.post(secrets, { metadata: { name: 'stale', annotations }, type });
    const token = await eventually(async () => {
      const { data } = (await server.client.get(`${secrets}/stale`)).body;
      return Buffer.from(data.token as string, 'base64').toString();
    });
    const labels = { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' };
    await server.client.patch(`${secrets}/stale`, 'merge-patch', { metadata: { labels } });
    const { id } = await send('GET', CONFIG_MAPS, { token });
    const [{ annotations: told }] = await eventsOf(id, 'ResponseStarted');
    expect(told).toEqual({ 'authentication.k8s.io/legacy-token-invalidated': 'stale/default' });
  });

  it('has the user who is impersonated', async () => {
    const headers = { 'impersonate-user': 'carol', 'impersonate-group': 'system:masters' };
    const { id } = await send('GET', '/api/v1/nodes', { headers });
    const [received, complete] = await eventsOf(id);
    expect(received.impersonatedUser).toBeUndefined();
    expect(complete).toMatchObject({
      user: { username: 'admin' },
      impersonatedUser: { username: 'carol', groups: ['system:masters', 'system:authenticated'] },
    });
  });

  it('has the beginning of a watch, and its end', async () => {
    const { id } = await send('GET', '/api/v1/nodes?watch=true&timeoutSeconds=1');
    const events = await eventsOf(id);
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
    expect(events[1]).toMatchObject({ responseStatus: { code: 200 } });
  });

  it('marks requests to deprecated versions, and tokens that were issued [SIG-01, DEP-20, TESTREM-05]', async () => {
    const { id } = await send('GET', '/api/v1/componentstatuses');
    expect((await eventsOf(id))[1].annotations).toMatchObject({ 'k8s.io/deprecated': 'true' });
    await send('POST', '/api/v1/namespaces/default/serviceaccounts', { body: { metadata: { name: 'pilot' } } });
    const path = '/api/v1/namespaces/default/serviceaccounts/pilot/token';
    const issued = await send('POST', path, { body: { spec: {} } });
    const events = await eventsOf(issued.id);
    const annotation = events[1].annotations?.['authentication.kubernetes.io/issued-credential-id'];
    expect(annotation).toMatch(/^JTI=[0-9a-f-]{36}$/);
    expect(JSON.stringify(events)).not.toContain(issued.answer.body.status.token);
  });

  it('marks deletions of objects that cannot be read [FDEL-07]', async () => {
    const body = { kind: 'DeleteOptions', ignoreStoreReadErrorWithClusterBreakingPotential: true };
    const { id } = await send('DELETE', `${CONFIG_MAPS}/none`, { body });
    const [{ annotations, requestObject }] = await eventsOf(id);
    expect(annotations).toMatchObject({ 'apiserver.k8s.io/unsafe-delete-ignore-read-error': '' });
    expect(requestObject).toEqual({ ...body, apiVersion: 'meta.k8s.io/__internal' });
  });

  it('has nothing of what the policy leaves out, which counts by its level', async () => {
    const { id } = await send('GET', '/version');
    const after = await send('GET', '/api/v1/nodes');
    await eventsOf(after.id);
    expect(allEvents().filter(({ auditID }) => auditID === id)).toEqual([]);
    const { text } = await server.request('GET', '/metrics');
    expect(text).toMatch(/^apiserver_audit_level_total\{level="None"\} [1-9]/m);
    expect(text).toMatch(/^apiserver_audit_event_total [1-9]/m);
    expect(text).toMatch(/^apiserver_audit_requests_rejected_total 0$/m);
  });

  it('follows the policy when its file changes, and keeps it where the new one is wrong', async () => {
    writeFileSync(policyFile, JSON.stringify({ ...POLICY, rules: [] }));
    writeFileSync(policyFile, JSON.stringify({ ...POLICY, rules: [{ level: 'Metadata' }] }));
    const events = await eventually(async () => {
      const { id } = await send('GET', '/version');
      const found = allEvents().filter(({ auditID }) => auditID === id);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect(events[0]).toMatchObject({ level: 'Metadata', requestURI: '/version' });
  });
});
