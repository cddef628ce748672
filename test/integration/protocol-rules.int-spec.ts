import { startTestServer, type TestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

let server: TestServer;
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const METADATA_LIST = 'as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const MAPS = '/api/v1/namespaces/rules/configmaps';

beforeAll(async () => {
  server = await startTestServer({
    tokens: ['alice-token,alice,2,devs'],
    authorization: { modes: ['RBAC'] },
  });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'rules' } });
  for (const name of ['one', 'two', 'three']) await server.client.post(MAPS, { metadata: { name } });
});

afterAll(() => server.close());

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<TestAnswer> {
  return server.request(method, path, { headers });
}

describe('a request with several faults', () => {
  const DEPLOYMENTS = '/apis/apps/v1/namespaces/rules/deployments';
  const FAULTS = {
    accept: { accept: 'application/json;as=Nothing;v=v1;g=meta.k8s.io' },
    type: { 'content-type': 'text/weird' },
    options: {},
    body: {},
  };
  type Fault = keyof typeof FAULTS;

  function askWith(method: string, path: string, faults: readonly Fault[]): Promise<TestAnswer> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = Object.assign({ 'content-type': type }, ...faults.map((fault) => FAULTS[fault])) as Record<
      string,
      string
    >;
    const query = faults.includes('options') ? '?dryRun=most' : '';
    return server.request(method, path + query, { headers, body: faults.includes('body') ? '{' : '{}' });
  }

  // The order of checks differs by verb (upstream: endpoints/handlers).
  it.each<[string, string, Fault[], number]>([
    ['POST', MAPS, ['accept', 'type', 'options', 'body'], 406],
    ['POST', MAPS, ['type', 'options', 'body'], 415],
    ['POST', MAPS, ['options', 'body'], 422],
    ['POST', MAPS, ['body'], 400],
    ['POST', '/api/v1/namespaces/rules/pods/none/eviction', ['accept', 'type', 'options'], 406],
    ['POST', '/api/v1/namespaces/rules/pods/none/eviction', ['type', 'options'], 415],
    ['POST', '/api/v1/namespaces/rules/pods/none/eviction', ['options', 'body'], 422],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', ['accept', 'type', 'options'], 406],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', ['type', 'options'], 415],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', ['options', 'body'], 422],
    ['PUT', `${MAPS}/one`, ['accept', 'type', 'options', 'body'], 406],
    ['PUT', `${MAPS}/one`, ['type', 'options', 'body'], 422],
    ['PUT', `${MAPS}/one`, ['type', 'body'], 415],
    ['PUT', `${DEPLOYMENTS}/none/scale`, ['accept', 'type', 'options'], 406],
    ['PUT', `${DEPLOYMENTS}/none/scale`, ['type', 'options'], 422],
    ['PUT', `${DEPLOYMENTS}/none/scale`, ['type', 'body'], 415],
    ['PATCH', `${MAPS}/one`, ['accept', 'type', 'options', 'body'], 415],
    ['PATCH', `${MAPS}/one`, ['accept', 'options', 'body'], 406],
    ['PATCH', `${MAPS}/one`, ['options', 'body'], 422],
    ['PATCH', `${DEPLOYMENTS}/none/scale`, ['accept', 'type', 'options'], 415],
    ['PATCH', `${DEPLOYMENTS}/none/scale`, ['accept', 'options', 'body'], 406],
    ['PATCH', `${DEPLOYMENTS}/none/scale`, ['options', 'body'], 422],
    ['PATCH', `${DEPLOYMENTS}/none/scale`, ['body'], 404],
    ['DELETE', `${MAPS}/one`, ['accept', 'type', 'body'], 406],
    ['DELETE', `${MAPS}/one`, ['type', 'body'], 415],
    ['DELETE', `${MAPS}/one`, ['options', 'body'], 400],
  ])('%s %s with faults in %j is answered with %d', async (method, path, faults, status) => {
    expect((await askWith(method, path, faults)).status).toBe(status);
  });
});

describe('a list with several faults', () => {
  const accept = 'application/json;as=Nothing;v=v1;g=meta.k8s.io';
  const FIELD = 'fieldSelector=spec.x%3D1';
  const MATCH = 'resourceVersionMatch=Exact';

  // Upstream: handlers.ListResource and DeleteCollection.
  it.each<[string, string, Record<string, string>, string]>([
    ['GET', `limit=x&${MATCH}&${FIELD}`, { accept }, 'parsing "x"'],
    ['GET', `${MATCH}&${FIELD}`, { accept }, 'is forbidden unless resourceVersion is provided'],
    ['GET', FIELD, { accept }, 'NotAcceptable'],
    ['GET', FIELD, {}, 'field label not supported'],
    ['GET', `watch=1&limit=x&${MATCH}&${FIELD}`, { accept }, 'parsing "x"'],
    ['GET', `watch=1&${MATCH}&${FIELD}`, { accept }, 'is forbidden for watch'],
    ['GET', `watch=1&${FIELD}`, { accept }, 'NotAcceptable'],
    ['GET', `watch=1&${FIELD}`, {}, 'field label not supported'],
    ['DELETE', `limit=x&${MATCH}&${FIELD}`, { accept }, 'NotAcceptable'],
    ['DELETE', `${MATCH}&${FIELD}`, {}, 'is forbidden unless resourceVersion is provided'],
    ['DELETE', FIELD, {}, 'field label not supported'],
  ])('%s ?%s with %j: %s', async (method, query, headers, told) => {
    const { body } = await ask(`/api/v1/namespaces/rules/pods?${query}`, headers, method);
    expect(`${body.reason} ${body.message}`).toContain(told);
  });
});

describe('routes outside of resources', () => {
  it.each<[string, string, number]>([
    ['POST', '/apis', 200],
    ['TRACE', '/apis/apps', 200],
    ['POST', '/api', 405],
    ['PUT', '/apis/apps/v1', 405],
    ['POST', '/openapi/v2', 200],
    ['PUT', '/openapi/v3/apis/none', 404],
    ['PUT', '/', 200],
    ['GET', '/index.html', 200],
    ['PUT', '/metrics', 200],
    ['GET', '/version/', 200],
    ['PUT', '/version/', 405],
    ['GET', '/openid/v1/jwks/', 200],
    ['PATCH', '/openid/v1/jwks', 405],
    ['GET', '/.well-known/openid-configuration/', 200],
    ['POST', '/.well-known/openid-configuration', 405],
    ['GET', '/.well-known/openid-configuration/x', 404],
    ['POST', '/healthz', 200],
    ['POST', '/nothing', 404],
  ])('answer %s %s with %d', async (method, path, status) => {
    expect((await ask(path, {}, method)).status).toBe(status);
  });

  it.each<[string, string, number]>([
    ['/version', 'text/html', 406],
    ['/version', 'application/yaml', 406],
    ['/version', 'application/*', 406],
    ['/version', '*/*', 200],
    ['/version', 'application/json;as=Table;v=v1;g=meta.k8s.io', 200],
    ['/openid/v1/jwks', 'application/json', 406],
    ['/openid/v1/jwks', 'application/jwk-set+json', 200],
    ['/.well-known/openid-configuration', 'text/*', 406],
    ['/api', 'application/*', 406],
    ['/api', 'application/json;v=v1', 406],
    ['/apis', 'application/*', 200],
    ['/apis/apps', '*/json', 406],
    ['/openapi/v2', '*/json', 200],
    ['/openapi/v2', 'APPLICATION/JSON', 406],
    ['/openapi/v3/api/v1', 'foo', 200],
    ['/openapi/v3/api/v1', 'text/html', 406],
    ['/', 'text/html', 200],
    ['/metrics', 'text/html', 200],
    ['/healthz', 'application/json', 200],
  ])('answer %s asked for as %s with %d', async (path, accept, status) => {
    expect((await ask(path, { accept })).status).toBe(status);
  });
});

describe('answers of resources', () => {
  it.each<[string, string, number]>([
    [MAPS, 'application/*', 406],
    [MAPS, 'text/html, */*', 200],
    [`${MAPS}?limit=x`, 'application/json;as=Table;v=v2;g=meta.k8s.io', 400],
    [`${MAPS}?watch=1&timeoutSeconds=1`, 'application/yaml', 406],
    [`${MAPS}/one`, 'application/json;as=;v=v1', 406],
  ])('to %s asked for as %s: %d', async (path, accept, status) => {
    expect((await ask(path, { accept })).status).toBe(status);
  });

  it('are indented where the media type asks for it', async () => {
    expect((await ask(`${MAPS}/one`, { accept: 'application/json;pretty=1' })).text).toContain('\n  "metadata"');
    expect((await ask(`${MAPS}/none`, { accept: 'application/json;pretty=1' })).text).toContain('\n  "reason"');
    expect((await ask(`${MAPS}/one`, { accept: 'application/json' })).text).not.toContain('\n  ');
  });

  it.each([METADATA_LIST, METADATA_LIST.replace('v1', 'v1beta1')])(
    'are empty lists in protobuf too: %s',
    async (view) => {
      const { status, headers } = await ask('/api/v1/namespaces/none/configmaps', { accept: `${PROTOBUF};${view}` });
      expect([status, headers['content-type']]).toEqual([200, PROTOBUF]);
    },
  );

  it('show maps in the order of their keys', async () => {
    const labels = { z: '1', a: '2', m: '3' };
    const { text } = await server.client.post(`${MAPS}?dryRun=All`, { metadata: { name: 'sorted', labels } });
    expect(text).toContain('"labels":{"a":"2","m":"3","z":"1"}');
  });
});

describe('watches with initial events', () => {
  const INITIAL = 'watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

  it('end them with an empty list in the format of the watch', async () => {
    const path = `${MAPS}?${INITIAL}&allowWatchBookmarks=true`;
    const { text } = await ask(path, { accept: PROTOBUF });
    const [, blueprint] = /(azhzA[A-Za-z0-9+/]+=*)/.exec(text) ?? [];
    const bytes = Buffer.from(blueprint ?? '', 'base64');
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('k8s\0');
    expect(bytes.toString('latin1')).toContain('ConfigMapList');
  });

  it('report a future version in an event', async () => {
    const { status, text } = await ask(`${MAPS}?${INITIAL}&resourceVersion=999999`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ type: 'ERROR', object: { code: 504, reason: 'Timeout' } });
  });

  it('wait for a version to come without them', async () => {
    const { status, text } = await ask(`${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=999999`);
    expect([status, text]).toEqual([200, '']);
  });
});

describe('lists of any version', () => {
  it('are not cut into pages', async () => {
    const { body } = await ask(`${MAPS}?resourceVersion=0&limit=1`);
    expect(body.items.length).toBeGreaterThan(2);
    expect(body.metadata.continue).toBeFalsy();
  });

  it('take the largest limit there is', async () => {
    const { body } = await ask(`${MAPS}?limit=9223372036854775807`);
    expect(body.metadata.continue).toBeFalsy();
    expect(body.items.length).toBeGreaterThan(2);
  });
});

describe('names in paths', () => {
  it.each<[string, string]>([
    ['.', String.raw`Name parameter invalid: ".": may not be '.'`],
    ['%2e%2e', String.raw`Name parameter invalid: "..": may not be '..'`],
    ['a%25b', String.raw`Name parameter invalid: "a%b": may not contain '%'`],
    ['a%00b', String.raw`configmaps "a\x00b" not found`],
    ['%ff', String.raw`configmaps "\xff" not found`],
    ['%c3%a9', 'configmaps "é" not found'],
  ])('as %s are looked for, or refused, as they are', async (name, message) => {
    const { body } = await server.client.get(`${MAPS}/${name}`);
    expect(body.message).toBe(message);
  });

  it.each<[string, string, number]>([
    ['GET', '/api/v1/namespaces//configmaps', 200],
    ['PATCH', '/api/v1/namespaces//configmaps', 405],
    ['GET', '/api/v1//configmaps', 404],
    ['GET', '/apis//v1/configmaps', 404],
    ['GET', `${MAPS}//one`, 404],
    ['GET', `${MAPS}/one//x`, 404],
    ['GET', '/api/v1/namespaces/rules/pods//status', 400],
    ['GET', `${MAPS}//`, 200],
  ])('may be missing: %s %s answers %d', async (method, path, status) => {
    expect((await ask(path, {}, method)).status).toBe(status);
  });
});

describe('the time a client gives a request', () => {
  it.each(['/version', '/nothing', MAPS])('has to be a duration at %s', async (path) => {
    const { status, body } = await ask(`${path}?timeout=1`);
    expect([status, body.reason]).toEqual([400, 'BadRequest']);
  });
});

describe('identities', () => {
  const review = async (headers: Record<string, string>, token?: string): Promise<Json> => {
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const { body } = await server.request('POST', path, { body: {}, headers, ...(token && { token }) });
    return body.status?.userInfo ?? body;
  };

  it.each<Record<string, string>>([{ 'impersonate-user': '' }, { 'impersonate-uid': '' }])(
    'stay where %p asks for nobody',
    async (headers) => {
      expect(await review(headers)).toMatchObject({ username: 'admin', uid: '1' });
    },
  );

  it.each<Record<string, string>>([
    { 'impersonate-group': 'x' },
    { 'impersonate-uid': 'x' },
    { 'impersonate-extra-a': 'x' },
  ])('are refused where %p comes without a user', async (headers) => {
    expect(await review(headers)).toMatchObject({ code: 400 });
  });

  it.each([
    ['system:serviceaccount:rules:default', ['system:serviceaccounts', 'system:serviceaccounts:rules']],
    ['system:serviceaccount:Bad_NS:x', []],
    ['system:serviceaccount:rules:', []],
    ['system:serviceaccount:rules:a:b', []],
  ])('of %s are those of an account where it can be one', async (name, groups) => {
    const user = await review({ 'impersonate-user': name });
    expect(user).toMatchObject({ username: name, groups: [...groups, 'system:authenticated'] });
  });

  it('name users that no account can be as users', async () => {
    const { message } = await review({ 'impersonate-user': 'system:serviceaccount:Bad_NS:x' }, 'alice-token');
    expect(message).toContain('users "system:serviceaccount:Bad_NS:x" is forbidden');
  });

  it('are read as bytes', async () => {
    const messageFor = async (user: string): Promise<string> => {
      const headers = { 'impersonate-user': user };
      return (await server.request('GET', MAPS, { headers, token: 'alice-token' })).body.message;
    };
    // Node sends each character of a header as a byte.
    expect(await messageFor('\u00e9')).toContain(String.raw`users "\xe9" is forbidden`);
    expect(await messageFor(Buffer.from('é').toString('latin1'))).toContain('users "é" is forbidden');
  });

  it('are not read after a second space, with a warning', async () => {
    const { status, headers } = await ask('/api', { authorization: 'Bearer  admin-token' });
    expect(status).toBe(403);
    expect(headers.warning).toContain('contains extra space before the bearer token');
  });

  it('name managers by the bytes of the User-Agent', async () => {
    // With a body Node sends headers as UTF-8.
    const sent = { body: { metadata: { name: 'managed' }, data: { a: 'b' } }, headers: { 'user-agent': 'mänager/1' } };
    const { body } = await server.request('POST', MAPS, sent);
    expect(body.metadata.managedFields[0].manager).toBe('mänager');
  });
});

describe('metrics', () => {
  const lines = async (name: string): Promise<string[]> => {
    const { text } = await server.client.get('/metrics');
    return text.split('\n').filter((line) => line.startsWith(name));
  };

  it('count requests for deprecated APIs', async () => {
    const metric = 'apiserver_requested_deprecated_apis';
    expect(await lines(metric)).toEqual([]);
    await server.client.get('/api/v1/componentstatuses');
    expect(await lines(metric)).toEqual([
      `${metric}{group="",removed_release="",resource="componentstatuses",subresource="",version="v1"} 1`,
    ]);
  });

  it('report enabled features', async () => {
    const features = await lines('kubernetes_feature_enabled');
    expect(features).toContain('kubernetes_feature_enabled{name="WatchList",stage="BETA"} 1');
    expect(features).toContain('kubernetes_feature_enabled{name="CBORServingAndStorage",stage="ALPHA"} 0');
    expect(features).toContain('kubernetes_feature_enabled{name="APIListChunking",stage=""} 1');
    expect(features).toContain('kubernetes_feature_enabled{name="AllAlpha",stage="ALPHA"} 0');
    expect(features).toContain('kubernetes_feature_enabled{name="AllBeta",stage="BETA"} 0');
  });

  it('report the size of the store', async () => {
    expect(await lines('apiserver_storage_size_bytes')).toEqual([
      expect.stringMatching(/^apiserver_storage_size_bytes\{storage_cluster_id="etcd-0"\} [1-9]\d{3,}$/),
    ]);
  });

  it('report health checks at a path of their own', async () => {
    await server.client.get('/readyz');
    const { status, text } = await ask('/metrics/slis', {});
    expect(status).toBe(200);
    expect(text).toContain('kubernetes_healthcheck{name="ping",type="readyz"} 1');
    // Of the process only its start, as in the reference.
    expect(text.match(/^process_\w+ \S+/gm)).toEqual([
      expect.stringMatching(/^process_start_time_seconds 1\.\d+e\+09$/),
    ]);
    expect((await ask('/metrics/slis', {}, 'DELETE')).text).toBe('metrics reset\n');
    expect((await ask('/metrics/slis', {})).text).not.toContain('name="ping"');
    expect((await ask('/metrics/slis/x', {})).status).toBe(404);
  });

  it('count from zero after a reset', async () => {
    const counted = async (): Promise<number> => (await lines('apiserver_request_total{')).length;
    expect(await counted()).toBeGreaterThan(3);
    const { status, text } = await ask('/metrics', {}, 'DELETE');
    expect([status, text]).toEqual([200, 'metrics reset\n']);
    const rest = await lines('apiserver_request_total{');
    expect(rest.filter((line) => !line.endsWith(' 0') && !line.includes('verb="DELETE"'))).toEqual([]);
  });
});
