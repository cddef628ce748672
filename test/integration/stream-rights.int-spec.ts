import { type TestServer, startTestServer } from '../support/start-test-server.js';

const PODS = '/api/v1/namespaces/default/pods';
const STREAMS = ['exec', 'attach', 'portforward'] as const;

function clusterRole(name: string, verbs: readonly string[]): object {
  const resources = STREAMS.map((stream) => `pods/${stream}`);
  return { metadata: { name }, rules: [{ apiGroups: [''], resources, verbs }] };
}

function bindingTo(user: string): object {
  const apiGroup = 'rbac.authorization.k8s.io';
  return {
    metadata: { name: user },
    roleRef: { apiGroup, kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup, kind: 'User', name: user }],
  };
}

describe.each(['1.34', '1.35', '1.36'])('Connections to containers in %s', (emulatedRelease) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      api: { emulatedRelease },
      authorization: { modes: ['RBAC'] },
      tokens: ['reader,reader,1', 'runner,runner,2'],
      admission: { disabledPlugins: ['ServiceAccount'] },
    });
    const rights = '/apis/rbac.authorization.k8s.io/v1';
    for (const [user, verbs] of Object.entries({ reader: ['get'], runner: ['get', 'create'] })) {
      await server.request('POST', `${rights}/clusterroles`, { body: clusterRole(user, verbs) });
      await server.request('POST', `${rights}/clusterrolebindings`, { body: bindingTo(user) });
    }
    const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'x' }] } };
    await server.request('POST', PODS, { body });
  });
  afterAll(() => server.close());

  it.each(STREAMS)('by a GET of %s need the right to create it since 1.35', async (stream) => {
    const ask = (token: string) => server.request('GET', `${PODS}/p/${stream}?command=x&stdout=true`, { token });
    const reached = { status: 400, message: 'pod p does not have a host assigned' };
    const refused = {
      status: 403,
      message: `pods "p" is forbidden: User "reader" cannot create resource "pods/${stream}" in API group "" in the namespace "default"`,
    };
    const [reader, runner] = await Promise.all(['reader', 'runner'].map(ask));
    expect({ status: runner.status, message: runner.body.message as string }).toEqual(reached);
    expect({ status: reader.status, message: reader.body.message as string }).toEqual(
      emulatedRelease === '1.34' ? reached : refused,
    );
  });
});
