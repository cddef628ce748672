import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator, cryptoProvider } from '@peculiar/x509';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

let server: TestServer;
let request: string;
let count = 0;

beforeAll(async () => {
  cryptoProvider.set(webcrypto as unknown as typeof globalThis.crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const made = await Pkcs10CertificateRequestGenerator.create({ name: 'CN=a', keys, signingAlgorithm: algorithm });
  request = Buffer.from(made.toString('pem')).toString('base64');
  server = await startTestServer({ extensions: { controllers: ['-*'] } });
});

afterAll(() => server.close());

/** Creates an object, and returns the code and every cause. */
async function create(path: string, members: Json): Promise<[number, string[]]> {
  const { status, body } = await server.client.post(path, { metadata: { name: `x${count++}` }, ...members });
  return [status, causesOf(body)];
}

const causesOf = ({ details }: Json): string[] =>
  ((details?.causes ?? []) as Json[]).map(({ field, message }) => `${field}: ${message}`);

describe('requests for certificates since certificates.k8s.io/v1', () => {
  const signing = (members: Json): Promise<[number, string[]]> =>
    create(REQUESTS, { spec: { request, signerName: 'example.com/s', usages: ['client auth'], ...members } });
  const patch = (path: string, status: Json): Promise<TestAnswer> =>
    server.client.patch(`${REQUESTS}/${path}`, 'merge-patch', { status });

  it('name their signer [DIFF-CSR-01]', async () => {
    expect(await signing({ signerName: undefined })).toEqual([
      422,
      expect.arrayContaining([expect.stringMatching(/^spec.signerName: /)]),
    ]);
    expect(await signing({})).toEqual([201, []]);
  });

  it('may not name the signer of former times [DIFF-CSR-02]', async () => {
    const [status, causes] = await signing({ signerName: 'kubernetes.io/legacy-unknown' });
    expect([status, causes[0]]).toEqual([
      422,
      expect.stringContaining('the legacy signerName is not allowed via this API version'),
    ]);
  });

  it.each([
    ['are there [DIFF-CSR-03]', undefined, 'spec.usages: Required value'],
    [
      'are not repeated [DIFF-CSR-04]',
      ['client auth', 'client auth'],
      'spec.usages[1]: Duplicate value: "client auth"',
    ],
    ['are known ones [DIFF-CSR-05]', ['bogus'], 'spec.usages[0]: Unsupported value: "bogus"'],
  ])('say what for: usages %s', async (_what, usages, cause) => {
    expect(await signing({ usages })).toEqual([422, [expect.stringContaining(cause)]]);
  });

  it('are decided on once, by conditions with a status [DIFF-CSR-06, DIFF-CSR-07]', async () => {
    await server.client.post(REQUESTS, {
      metadata: { name: 'decided' },
      spec: { request, signerName: 'example.com/s', usages: ['client auth'] },
    });
    const approval = { type: 'Approved', status: 'True', reason: 'R' };
    const twice = await patch('decided/approval', { conditions: [approval, approval] });
    expect([twice.status, causesOf(twice.body)]).toEqual([
      422,
      [expect.stringContaining('status.conditions[1].type: Dup')],
    ]);
    const bare = await patch('decided/approval', { conditions: [{ type: 'Approved' }] });
    expect([bare.status, causesOf(bare.body)]).toEqual([
      422,
      [expect.stringContaining('status.conditions[0].status: Req')],
    ]);
    const doubtful = await patch('decided/approval', { conditions: [{ ...approval, status: 'Unknown' }] });
    expect([doubtful.status, causesOf(doubtful.body)[0]]).toEqual([
      422,
      'status.conditions[0].status: Unsupported value: "Unknown": supported values: "True"',
    ]);
  });

  it('are answered with certificates in PEM [DIFF-CSR-08]', async () => {
    await server.client.post(REQUESTS, {
      metadata: { name: 'issued' },
      spec: { request, signerName: 'example.com/s', usages: ['client auth'] },
    });
    const { status, body } = await patch('issued/status', { certificate: Buffer.from('text').toString('base64') });
    expect([status, causesOf(body)[0]]).toEqual([
      422,
      expect.stringMatching(/^status.certificate: .*must contain at least one CERTIFICATE PEM block/),
    ]);
  });
});

describe('webhooks since admissionregistration.k8s.io/v1', () => {
  const hook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://example.com/' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };

  it('fail closed, match what is equivalent, and take ten seconds [DIFF-WH-01, DIFF-WH-02, DIFF-WH-03]', async () => {
    const { body } = await server.client.post(HOOKS, { metadata: { name: 'h' }, webhooks: [hook] });
    expect(body.webhooks[0]).toMatchObject({ failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10 });
  });

  it('say which reviews they read [DIFF-WH-05]', async () => {
    const reading = (admissionReviewVersions?: string[]): Promise<[number, string[]]> =>
      create(HOOKS, { webhooks: [{ ...hook, admissionReviewVersions }] });
    expect((await reading())[0]).toBe(422);
    expect(await reading(['v7'])).toEqual([422, [expect.stringContaining('must include at least one of v1, v1beta1')]]);
    expect(await reading(['v7', 'v1'])).toEqual([201, []]);
  });
});

describe('definitions of resources since apiextensions.k8s.io/v1', () => {
  it('say whether their objects are in namespaces [DIFF-CRD-01]', async () => {
    const schema = { openAPIV3Schema: { type: 'object' } };
    const spec = {
      group: 'example.com',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    };
    const definition = { metadata: { name: 'things.example.com' }, spec };
    const { status, body } = await server.client.post(DEFINITIONS, definition);
    expect([status, causesOf(body)]).toEqual([422, expect.arrayContaining([expect.stringMatching(/^spec.scope: /)])]);
    const scoped = { ...definition, spec: { ...spec, scope: 'Cluster' } };
    expect((await server.client.post(DEFINITIONS, scoped)).status).toBe(201);
  });

  const definition = (plural: string, spec: Json, version: Json): Json => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { plural, kind: plural },
      scope: 'Cluster',
      ...spec,
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } }, ...version },
        { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  });
  const COLUMN = { name: 'Size', type: 'integer', jsonPath: '.spec.size' };

  it.each<[string, string, Json]>([
    [
      'DIFF-CRD-04',
      'subresources',
      { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
    ],
    ['DIFF-CRD-05', 'additionalPrinterColumns', [COLUMN]],
  ])('have of each version alone what all versions had together [%s]: %s', async (_id, member, value) => {
    const plural = `${member.toLowerCase()}x`;
    const own = await server.client.post(DEFINITIONS, definition(plural, {}, { [member]: value }));
    expect([own.status, own.body.spec.versions[0][member]]).toEqual([201, value]);
    expect(own.body.spec).not.toHaveProperty(member);
    expect(own.body.spec.versions[1]).not.toHaveProperty(member);
    const shared = await server.client.post(DEFINITIONS, definition(`${plural}y`, { [member]: value }, {}));
    expect([shared.status, shared.headers.warning]).toEqual([
      201,
      expect.stringContaining(`unknown field \\"spec.${member}\\"`),
    ]);
    expect(shared.body.spec).not.toHaveProperty(member);
    const strict = `${DEFINITIONS}?fieldValidation=Strict&dryRun=All`;
    expect((await server.client.post(strict, definition(`${plural}z`, { [member]: value }, {}))).status).toBe(400);
  });

  it.each<[string, Json, string]>([
    ['DIFF-CRD-04', { subresources: { scale: { specReplicasPath: 'spec.n' } } }, 'spec.versions[0].subresources.scale'],
    [
      'DIFF-CRD-05',
      { additionalPrinterColumns: [{ ...COLUMN, jsonPath: undefined, JSONPath: '.a' }] },
      'spec.versions[0].additionalPrinterColumns[0].JSONPath',
    ],
    [
      'DIFF-CRD-05',
      { additionalPrinterColumns: [{ ...COLUMN, type: 'colour' }] },
      'spec.versions[0].additionalPrinterColumns[0].type',
    ],
  ])('are validated there [%s]: %j', async (_id, version, field) => {
    const [status, causes] = await create(DEFINITIONS, definition('things', {}, version));
    expect([status, causes]).toEqual([422, expect.arrayContaining([expect.stringContaining(field)])]);
  });
});
