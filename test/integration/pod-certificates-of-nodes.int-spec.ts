import { generateKeyPairSync, sign } from 'node:crypto';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const TOKENS = ['one-token,system:node:one,2,"system:nodes"', 'two-token,system:node:two,3,"system:nodes"'];
const NODE_ONE = { token: 'one-token' };
const NODE_TWO = { token: 'two-token' };

let server: TestServer;

/** Starts a server where nodes may do what mode Node allows, and NodeRestriction admits. */
async function start(release: string, version: string, gate = true): Promise<void> {
  server = await startTestServer({
    tokens: TOKENS,
    controllers: 'stepped',
    api: {
      emulatedRelease: release,
      runtimeConfig: { [`certificates.k8s.io/${version}`]: 'true' },
      featureGates: { PodCertificateRequest: gate },
    },
    authorization: { modes: ['Node', 'RBAC'] },
    admission: { enabledPlugins: ['NodeRestriction'] },
  });
}

afterEach(() => server.close());

/** Creates an object as the administrator. */
async function make(path: string, object: object): Promise<Json> {
  const { status, body } = await server.request('POST', path, { body: object });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

/** Returns the specification of a request for a pod that runs on node one. */
async function requestOfPod(): Promise<Json> {
  const node = await make('/api/v1/nodes', { metadata: { name: 'one' } });
  const account = await make('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
  const pod = await make('/api/v1/namespaces/default/pods', {
    metadata: { name: 'p' },
    spec: { nodeName: 'one', serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] },
  });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    signerName: 'a.com/signer',
    nodeName: 'one',
    nodeUID: node.metadata.uid,
    podName: 'p',
    podUID: pod.metadata.uid,
    serviceAccountName: 'robot',
    serviceAccountUID: account.metadata.uid,
    pkixPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    proofOfPossession: sign(null, Buffer.from(pod.metadata.uid as string), privateKey).toString('base64'),
  };
}

const messageOf = ({ status, body }: TestAnswer): [number, string | undefined] => [status, body.message];

describe.each([
  ['1.34', 'v1alpha1'],
  ['1.36', 'v1beta1'],
])('requests of nodes for certificates at %s', (release, version) => {
  const requests = `/apis/certificates.k8s.io/${version}/namespaces/default/podcertificaterequests`;
  const all = `/apis/certificates.k8s.io/${version}/podcertificaterequests`;
  const create = (spec: object, sent: { token?: string } = NODE_ONE): Promise<TestAnswer> =>
    server.request('POST', requests, { ...sent, body: { metadata: { name: 'r' }, spec } });

  it('are created for own pods, and read by the node alone', async () => {
    await start(release, version);
    const spec = await requestOfPod();
    expect(messageOf(await create(spec))).toEqual([201, undefined]);
    const statusOf = async (path: string, sent: object): Promise<number> =>
      (await server.request('GET', path, sent)).status;
    expect([await statusOf(`${requests}/r`, NODE_ONE), await statusOf(`${requests}/r`, NODE_TWO)]).toEqual([200, 403]);
    const own = `${all}?fieldSelector=spec.nodeName%3Done`;
    expect([await statusOf(own, NODE_ONE), await statusOf(own, NODE_TWO), await statusOf(all, NODE_ONE)]).toEqual([
      200, 403, 403,
    ]);
    const deleted = await server.request('DELETE', `${requests}/r`, NODE_ONE);
    expect(deleted.status).toBe(403);
  });

  it('are refused for what is not theirs', async () => {
    await start(release, version);
    const spec = await requestOfPod();
    const refused = await create(spec, NODE_TWO);
    expect(messageOf(refused)).toEqual([
      403,
      'podcertificaterequests.certificates.k8s.io "r" is forbidden: PodCertificateRequest.Spec.NodeName="one", which is not the requesting node "two"',
    ]);
    expect((await create({ ...spec, serviceAccountUID: 'x' })).status).toBe(403);
    expect(messageOf(await create({ ...spec, podName: 'q' }))).toEqual([404, 'pods "q" not found']);
    const status = await server.request('GET', `${requests}/r/status`, NODE_ONE);
    expect(status.status).toBe(403);
  });
});

describe('requests of nodes for certificates', () => {
  it('are not authorized without the gate', async () => {
    await start('1.36', 'v1beta1', false);
    const path = '/apis/certificates.k8s.io/v1beta1/namespaces/default/podcertificaterequests';
    expect((await server.request('POST', path, { ...NODE_ONE, body: { metadata: { name: 'r' } } })).status).toBe(403);
  });
});
