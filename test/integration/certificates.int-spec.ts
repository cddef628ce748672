import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import { X509CertificateGenerator, BasicConstraintsExtension, cryptoProvider } from '@peculiar/x509';
import { ClusterTrustBundle } from '../../plugins/certificates/index.js';
import { testServedKind } from '../contract/served-kind.contract.js';
import { certificateRequest } from '../support/certificate-request.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const BUNDLES = '/apis/certificates.k8s.io/v1alpha1/clustertrustbundles';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const SIGNER = 'example.com/signer';
const TOKENS = ['alice-token,alice,2,"devs"', 'signer-token,signer,3,"signers"'];

let server: TestServer;
let request: string;
let masters: string;
let certificate: string;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const authority = async (): Promise<string> => {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const extensions = [new BasicConstraintsExtension(true)];
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=ca',
    keys,
    signingAlgorithm: ALGORITHM,
    extensions,
  });
  return made.toString('pem');
};
const requestOf = (name: string, members: Json = {}): Json => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request, signerName: SIGNER, usages: ['client auth'], ...members },
});
const approved = { conditions: [{ type: 'Approved', status: 'True', reason: 'R' }] };
const patch = async (path: string, status: Json, token?: string): Promise<Json> => {
  const headers = { 'content-type': 'application/merge-patch+json' };
  return (await server.request('PATCH', `${REQUESTS}/${path}`, { body: { status }, headers, token })).body;
};

/** Allows users to write requests through every subresource, and one of them to act for signers of a domain. */
async function grant(): Promise<void> {
  const rules = {
    requests: {
      resources: [
        'certificatesigningrequests',
        'certificatesigningrequests/approval',
        'certificatesigningrequests/status',
        'clustertrustbundles',
      ],
      verbs: ['*'],
    },
    signers: { resources: ['signers'], resourceNames: ['example.com/*'], verbs: ['approve', 'sign', 'attest'] },
  };
  for (const [name, rule] of Object.entries(rules)) {
    const role = { metadata: { name }, rules: [{ apiGroups: ['certificates.k8s.io'], ...rule }] };
    const subjects = [
      { kind: 'User', name: 'signer' },
      ...(name === 'requests' ? [{ kind: 'User', name: 'alice' }] : []),
    ];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
    await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterroles', role);
    await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name },
      roleRef,
      subjects,
    });
  }
}

beforeAll(async () => {
  cryptoProvider.set(webcrypto as unknown as typeof globalThis.crypto);
  request = await certificateRequest('CN=somebody,O=devs');
  masters = await certificateRequest('CN=somebody,O=system:masters');
  certificate = await authority();
  server = await startTestServer({
    tokens: TOKENS,
    api: { runtimeConfig: { 'certificates.k8s.io/v1alpha1': 'true' }, featureGates: { ClusterTrustBundle: true } },
  });
  await grant();
});

afterAll(() => server.close());

testServedKind(
  'certificates.k8s.io/v1 CertificateSigningRequest',
  {
    path: REQUESTS,
    get object() {
      return requestOf('all', { expirationSeconds: 3600 });
    },
    headings: ['Name', 'Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition'],
    columns: { SignerName: SIGNER, Requestor: 'admin', RequestedDuration: '60m', Condition: 'Pending' },
    change: { metadata: { labels: { a: 'b' } } },
    refused: { change: { metadata: { labels: { 'a/b/c': 'd' } } }, fields: ['metadata.labels'] },
  },
  () => server,
);

describe('a request for a certificate', () => {
  it('contains its creator, whatever the client sends, and is immutable', async () => {
    const liar = { username: 'liar', uid: 'u', groups: ['system:masters'], extra: { k: ['v'] } };
    const { body } = await server.request('POST', REQUESTS, { body: requestOf('alices', liar), token: 'alice-token' });
    expect(body.spec).toMatchObject({ username: 'alice', uid: '2', groups: ['devs', 'system:authenticated'] });
    expect(body.spec.extra).toBeUndefined();
    const change = { spec: { signerName: 'example.com/other', usages: ['any'] } };
    const changed = await server.client.patch(`${REQUESTS}/alices`, 'merge-patch', change);
    expect(changed.body.spec).toEqual(body.spec);
  });

  it.each<[string, Json, string[]]>([
    ['no request at all', { request: '' }, ['spec.request']],
    ['something else in PEM', { request: base64('-----BEGIN X-----\n-----END X-----\n') }, ['spec.request']],
    [
      'bytes that are no request',
      { request: base64('-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n') },
      ['spec.request'],
    ],
    ['odd usages', { usages: ['flying', 'any', 'any'] }, ['spec.usages[0]', 'spec.usages[2]']],
    ['the signer of former times', { signerName: 'kubernetes.io/legacy-unknown' }, ['spec.signerName']],
    [
      'an odd signer and too short a time',
      { signerName: 'a.b/c/d', expirationSeconds: 599 },
      ['spec.signerName', 'spec.expirationSeconds'],
    ],
  ])('is refused with %s', async (_, members, fields) => {
    const { status, body } = await server.client.post(REQUESTS, requestOf('refused', members));
    expect([status, (body.details.causes as Json[]).map(({ field }) => field as string)]).toEqual([422, fields]);
  });

  it('is refused when the signature is not that of its key', async () => {
    const pem = Buffer.from(request, 'base64').toString();
    const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
    der[der.length - 1] ^= 1;
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    const { body } = await server.client.post(REQUESTS, requestOf('forged', { request: base64(forged) }));
    expect(body.details.causes).toMatchObject([{ field: 'spec.request' }]);
  });

  it('may not be one for the group that may do everything', async () => {
    const signerName = 'kubernetes.io/kube-apiserver-client';
    const { status, body } = await server.client.post(REQUESTS, requestOf('masters', { request: masters, signerName }));
    expect([status, body.message]).toEqual([
      403,
      `certificatesigningrequests.certificates.k8s.io "masters" is forbidden: use of ${signerName} signer with system:masters group is not allowed`,
    ]);
    expect((await server.client.post(REQUESTS, requestOf('masters', { request: masters }))).status).toBe(201);
  });

  it('has conditions that nobody owns by writing its status', async () => {
    await server.client.post(REQUESTS, requestOf('failing'));
    const failed = { conditions: [{ type: 'Failed', status: 'True' }], certificate: null };
    const { status, metadata } = await patch('failing/status', failed);
    expect(status.conditions).toMatchObject([{ type: 'Failed' }]);
    // There is nothing else that this client has written.
    expect(metadata.managedFields).toBeUndefined();
  });

  it('is approved through its subresource alone, by those who may approve for the signer [AZVERB-15]', async () => {
    await server.client.post(REQUESTS, requestOf('decided'));
    expect((await patch('decided', approved)).status).toEqual({});
    expect((await patch('decided/status', approved)).message).toContain(
      'updates may not add a condition of type "Approved"',
    );
    expect((await patch('decided/approval', approved, 'alice-token')).message).toContain(
      'user not permitted to approve requests with signerName "example.com/signer"',
    );
    const { status } = await patch('decided/approval', approved, 'signer-token');
    expect(status.conditions).toMatchObject([{ type: 'Approved', lastUpdateTime: expect.any(String) }]);
    expect((await patch('decided/approval', { conditions: [] })).message).toContain(
      'updates may not remove a condition of type "Approved"',
    );
    const both = { conditions: [...approved.conditions, { type: 'Denied', status: 'True' }] };
    expect((await patch('decided/approval', both)).message).toContain('mutually exclusive');
  });

  it('is issued through its status alone, once, by those who may sign [AZVERB-15]', async () => {
    await server.client.post(REQUESTS, requestOf('issued'));
    const issued = { certificate: base64(certificate) };
    expect((await patch('issued/approval', issued)).status).toEqual({});
    expect((await patch('issued/status', issued, 'alice-token')).message).toContain(
      'user not permitted to sign requests',
    );
    expect((await patch('issued/status', { certificate: base64('none') })).message).toContain(
      'must contain at least one CERTIFICATE PEM block',
    );
    expect((await patch('issued/status', issued, 'signer-token')).status).toEqual(issued);
    expect((await patch('issued/status', { certificate: null })).message).toContain(
      'updates may not modify existing certificate content',
    );
  });
});

describe('a trust bundle', () => {
  const bundleOf = (name: string, spec: Json): Json => ({
    metadata: { name },
    spec: { trustBundle: certificate, ...spec },
  });
  const causes = (body: Json): unknown =>
    (body.details.causes as Json[]).map(({ field, message }) => `${field as string}: ${message as string}`);

  it('is stored where its version is asked for', async () => {
    const { status, body } = await server.client.post(BUNDLES, bundleOf('plain', {}));
    expect([status, body.kind]).toEqual([201, ClusterTrustBundle.name]);
    const list = await server.client.get(`${BUNDLES}?fieldSelector=spec.signerName=`);
    expect(list.body.items).toHaveLength(1);
  });

  it('is refused with every cause', async () => {
    const twice = await server.client.post(BUNDLES, bundleOf('a:b', { trustBundle: `${certificate}\n${certificate}` }));
    expect(causes(twice.body)).toEqual([
      'metadata.name: Invalid value: "a:b": ClusterTrustBundle without signer name must not have ":" in its name',
      'spec.trustBundle: Invalid value: "<value omitted>": duplicate trust anchor (indices [0 1])',
    ]);
    const odd = { signerName: SIGNER, trustBundle: '-----BEGIN X-----\n-----END X-----\n' };
    expect(causes((await server.client.post(BUNDLES, bundleOf('other', odd))).body)).toEqual([
      'metadata.name: Invalid value: "other": ClusterTrustBundle for signerName example.com/signer must be named with prefix example.com:signer:',
      'spec.trustBundle: Invalid value: "<value omitted>": entry 0 has bad block type: X',
    ]);
  });

  it('of a signer is written by those who may attest for it', async () => {
    const body = bundleOf('example.com:signer:one', { signerName: SIGNER });
    const refused = await server.request('POST', BUNDLES, { body, token: 'alice-token' });
    expect(refused.body.message).toContain('user not permitted to attest for signerName "example.com/signer"');
    expect((await server.request('POST', BUNDLES, { body, token: 'signer-token' })).status).toBe(201);
  });
});
