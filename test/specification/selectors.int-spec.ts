import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';
import { MAPS, configMap } from './objects.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ extensions: { controllers: ['-*'] } });
  const labels: Record<string, Json> = { a: { n: '1', app: 'x' }, b: { n: '2', app: 'x' }, c: { app: 'y' }, d: {} };
  for (const [name, of] of Object.entries(labels)) {
    await server.client.post(MAPS, configMap(name, { metadata: { labels: of } }));
  }
});

afterAll(() => server.close());

type Parameter = 'labelSelector' | 'fieldSelector';

/** The names that a selector leaves of the objects a to d, or the refusal. */
async function select(parameter: Parameter, selector: string, path = MAPS): Promise<string | Json> {
  const { status, body } = await server.client.get(`${path}?${parameter}=${encodeURIComponent(selector)}`);
  if (status !== 200) return { status, message: body.message as string };
  const names = (body.items as Json[]).map(({ metadata }) => metadata.name as string);
  return names.filter((name) => /^[a-d]$/.test(name)).join('');
}

describe('labelSelector', () => {
  it.each([
    ['', 'abcd'],
    ['n=1', 'a'],
    ['n==1', 'a'],
    ['n!=1', 'bcd'],
    ['n in (1,2)', 'ab'],
    ['n in (2)', 'b'],
    ['n notin (1)', 'bcd'],
    ['n', 'ab'],
    ['!n', 'cd'],
    ['n>1', 'b'],
    ['n<2', 'a'],
    ['app=x,n!=1', 'b'],
    ['n in (1,2),!app', ''],
    [' n  in ( 1 , 2 ) , app = x ', 'ab'],
    ['n=', ''],
    ['n in (,1)', 'a'],
  ])('"%s" leaves "%s" [PARAM-23]', async (selector, names) => {
    expect(await select('labelSelector', selector)).toBe(names);
  });

  it.each(['n in', 'n in (1', '=1', 'n=1=2', 'n ~ 1', '!', 'n in ()x', 'bad key=1', 'n=-', 'n>x', ',', 'n=1,'])(
    'is 400 where it is malformed: "%s" [PARAM-23]',
    async (selector) => {
      expect(await select('labelSelector', selector)).toEqual({ status: 400, message: expect.any(String) as string });
    },
  );
});

describe('fieldSelector', () => {
  it.each([
    ['metadata.name=a', 'a'],
    ['metadata.name==a', 'a'],
    ['metadata.name!=a', 'bcd'],
    ['metadata.name!=a,metadata.name!=b', 'cd'],
    ['metadata.namespace=default', 'abcd'],
    ['metadata.namespace=other', ''],
    ['metadata.name=a,metadata.namespace=default', 'a'],
  ])('"%s" leaves "%s" [PARAM-23]', async (selector, names) => {
    expect(await select('fieldSelector', selector)).toBe(names);
  });

  it('names the fields there are where one is unknown [PARAM-23]', async () => {
    expect(await select('fieldSelector', 'spec.foo=a')).toEqual({
      status: 400,
      message: '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  });

  it.each(['metadata.name', 'metadata.name in (a)', '!metadata.name'])(
    'knows equality alone: "%s" [PARAM-23]',
    async (selector) => {
      expect(await select('fieldSelector', selector)).toMatchObject({ status: 400 });
    },
  );

  it('counts together with labels, in watches and deletions of collections as in lists [PARAM-23]', async () => {
    const query = 'labelSelector=app%3Dx&fieldSelector=metadata.name!%3Da';
    const listed = (await server.client.get(`${MAPS}?${query}`)).body.items as Json[];
    expect(listed.map(({ metadata }) => metadata.name as string)).toEqual(['b']);
    const { text } = await server.client.get(`${MAPS}?watch=1&timeoutSeconds=1&${query}`);
    const events = text.split('\n').filter(Boolean);
    expect(events.map((line) => (JSON.parse(line) as Json).object.metadata.name as string)).toEqual(['b']);
    const deleted = (await server.client.delete(`${MAPS}?dryRun=All&${query}`)).body.items as Json[];
    expect(deleted.map(({ metadata }) => metadata.name as string)).toEqual(['b']);
  });
});

const EVENT_FIELDS =
  'involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid involvedObject.apiVersion ' +
  'involvedObject.resourceVersion involvedObject.fieldPath reason reportingComponent source type';
const POD_FIELDS =
  'spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName spec.hostNetwork status.phase ' +
  'status.podIP status.nominatedNodeName';

/** Kinds with a list of fields of their own that has no namespace in it. */
const WITHOUT_NAMESPACE = /nodes|namespaces|certificatesigningrequests$/;

/** Every field besides name and namespace that selects objects of a built-in kind in 1.32. */
const FIELDS: readonly (readonly [path: string, fields: string])[] = [
  ['/api/v1/pods', POD_FIELDS],
  ['/api/v1/events', EVENT_FIELDS],
  ['/api/v1/secrets', 'type'],
  ['/api/v1/nodes', 'spec.unschedulable'],
  ['/api/v1/namespaces', 'status.phase'],
  ['/api/v1/services', 'spec.clusterIP spec.type'],
  ['/api/v1/replicationcontrollers', 'status.replicas'],
  ['/apis/batch/v1/jobs', 'status.successful'],
  ['/apis/certificates.k8s.io/v1/certificatesigningrequests', 'spec.signerName'],
  ['/api/v1/configmaps', ''],
  ['/apis/apps/v1/deployments', ''],
  ['/apis/apps/v1/replicasets', ''],
];
const ALL_FIELDS = [...new Set(FIELDS.flatMap(([, fields]) => fields.split(' ').filter(Boolean)))];

describe('fields that select', () => {
  it.each(FIELDS)('of %s are name, namespace and "%s", and no others [PARAM-24]', async (path, fields) => {
    const own = fields.split(' ').filter(Boolean);
    const namespaceStatus = WITHOUT_NAMESPACE.test(path) ? 400 : 200;
    expect((await server.client.get(`${path}?fieldSelector=metadata.namespace%3Dx`)).status).toBe(namespaceStatus);
    for (const field of ['metadata.name', ...own]) {
      expect([field, (await server.client.get(`${path}?fieldSelector=${field}%3Dnothing`)).status]).toEqual([
        field,
        200,
      ]);
    }
    for (const field of ALL_FIELDS.filter((each) => !own.includes(each))) {
      expect([field, (await server.client.get(`${path}?fieldSelector=${field}%3Dx`)).status]).toEqual([field, 400]);
    }
  });

  it('select by their values, together and apart [PARAM-24]', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const pod = (name: string, spec: Json): Json => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'c', image: 'c' }], ...spec },
    });
    await server.client.post('/api/v1/namespaces/default/serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default' },
    });
    const a = await server.client.post(pods, pod('a', { nodeName: 'n', restartPolicy: 'Never', hostNetwork: true }));
    expect(a.status).toBe(201);
    await server.client.post(pods, pod('b', { schedulerName: 'own' }));
    const status = { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }], nominatedNodeName: 'm' };
    expect((await server.client.patch(`${pods}/a/status`, 'merge-patch', { status })).status).toBe(200);
    const rows: [string, string][] = [
      ['spec.nodeName=n', 'a'],
      ['spec.nodeName=', 'b'],
      ['spec.nodeName!=n', 'b'],
      ['spec.restartPolicy=Never', 'a'],
      ['spec.schedulerName=own', 'b'],
      ['spec.serviceAccountName=default', 'ab'],
      ['spec.hostNetwork=true', 'a'],
      ['spec.hostNetwork=false', 'b'],
      ['status.phase=Running', 'a'],
      ['status.phase=Pending', 'b'],
      ['status.podIP=10.1.2.3', 'a'],
      ['status.nominatedNodeName=m', 'a'],
      ['spec.nodeName=n,status.phase=Running', 'a'],
      ['spec.nodeName=n,status.phase=Pending', ''],
    ];
    for (const [selector, names] of rows) {
      expect([selector, await select('fieldSelector', selector, pods)]).toEqual([selector, names]);
    }
  });
});
