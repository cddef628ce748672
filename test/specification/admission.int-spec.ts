import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { untilPublished } from '../support/until-published.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
/** The last release that serves configurations whose webhooks may have side effects. */
const OLD_RELEASE = '1.21';

let webhook: FakeWebhook;
let caBundle: string;

beforeAll(async () => {
  const { authority, serving } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
});

afterAll(() => webhook.close());

beforeEach(() => {
  webhook.asked.length = 0;
  webhook.answerJson(({ body }) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Json;
    return { apiVersion, kind, response: { uid: request.uid, allowed: true } };
  });
});

const configurationOf = (more: Json): Json => ({
  metadata: { name: 'asked' },
  webhooks: [
    {
      name: 'a.example.com',
      clientConfig: { url: `${webhook.url}/a`, caBundle },
      rules: [RULE],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...more,
    },
  ],
});

const configurations = (version: string): string =>
  `/apis/admissionregistration.k8s.io/${version}/validatingwebhookconfigurations`;

function create(server: TestServer, query = ''): Promise<TestAnswer> {
  return server.client.post(`${MAPS}${query}`, { metadata: { generateName: 'a-' }, data: { a: 'b' } });
}

async function withConfiguration(more: Json, check: (server: TestServer, made: Json) => Promise<void>): Promise<void> {
  const server = await startTestServer();
  try {
    await server.ready;
    await untilPublished(server);
    const { status, body } = await server.client.post(configurations('v1'), configurationOf(more));
    expect(status).toBe(201);
    await check(server, body);
  } finally {
    await server.close();
  }
}

const reviews = (): Json[] => webhook.asked.map(({ body }) => JSON.parse(body) as Json);

describe('webhooks', () => {
  it.each(['None', 'NoneOnDryRun'])('with sideEffects %s are called in a dry run [DRY-06]', async (sideEffects) => {
    await withConfiguration({ sideEffects }, async (server) => {
      expect((await create(server, '?dryRun=All')).status).toBe(201);
      expect(reviews().map(({ request }) => request.dryRun as boolean)).toEqual([true]);
    });
  });

  it.each(['Some', 'Unknown'])('with sideEffects %s are refused by v1 [DRY-06]', async (sideEffects) => {
    const server = await startTestServer();
    try {
      const { status, body } = await server.client.post(configurations('v1'), configurationOf({ sideEffects }));
      expect([status, body.message]).toEqual([422, expect.stringContaining('webhooks[0].sideEffects')]);
    } finally {
      await server.close();
    }
  });

  it.each(['Some', 'Unknown'])('with sideEffects %s end a dry run [DRY-05]', async (sideEffects) => {
    const server = await startTestServer({ api: { emulatedRelease: OLD_RELEASE } });
    try {
      await server.ready;
      await untilPublished(server);
      const made = await server.client.post(configurations('v1beta1'), configurationOf({ sideEffects }));
      expect(made.status).toBe(201);
      const { status, body } = await create(server, '?dryRun=All');
      expect([status, body.message]).toEqual([400, 'admission webhook "a.example.com" does not support dry run']);
      expect(webhook.asked).toEqual([]);
      expect((await create(server)).status).toBe(201);
    } finally {
      await server.close();
    }
  });

  it('have 10 seconds where nothing else is set, and 1 to 30 otherwise [LIM-08]', async () => {
    await withConfiguration({}, async (server, made) => {
      expect(made.webhooks[0].timeoutSeconds).toBe(10);
      await create(server);
      expect(webhook.asked[0].url).toBe('/a?timeout=10s');
      for (const timeoutSeconds of [0, 31]) {
        const refused = { ...configurationOf({ timeoutSeconds }), metadata: { name: 'other' } };
        const { status, body } = await server.client.post(configurations('v1'), refused);
        expect([status, body.details.causes[0].field]).toEqual([422, 'webhooks[0].timeoutSeconds']);
      }
    });
  });

  it.each([
    [['v1'], 'v1'],
    [['v1beta1', 'v1'], 'v1beta1'],
    [['v7', 'v1', 'v1beta1'], 'v1'],
  ])(
    'that declare %j receive reviews of %s, and have to answer with their uid [DIFF-WH-07]',
    async (versions, version) => {
      await withConfiguration({ admissionReviewVersions: versions }, async (server) => {
        expect((await create(server)).status).toBe(201);
        const [review] = reviews();
        expect(review).toMatchObject({ apiVersion: `admission.k8s.io/${version}`, kind: 'AdmissionReview' });
        expect(review.request.uid).toMatch(/^[0-9a-f-]{36}$/);
        webhook.answerJson(({ body }) => {
          const { apiVersion, kind } = JSON.parse(body) as Json;
          return { apiVersion, kind, response: { uid: 'other', allowed: true } };
        });
        // Responses of the older version may leave it out.
        expect((await create(server)).status).toBe(version === 'v1' ? 500 : 201);
      });
    },
  );

  it('that fail closed end a request with InternalError [ERR-31]', async () => {
    webhook.answer = (_request, response) => void response.socket?.destroy();
    await withConfiguration({}, async (server) => {
      const { status, body } = await create(server);
      expect([status, body.reason, body.code]).toEqual([500, 'InternalError', 500]);
      expect(body.message).toMatch(/^Internal error occurred: failed calling webhook "a.example.com": /);
    });
  });
});

describe('expressions of policies', () => {
  const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
  const BINDINGS = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings';
  const PAIRS = 'object.data.all(a, object.data.all(b, a != "" || b != ""))';
  /** Below the limit of one expression. */
  const SOME_PAIRS = 'object.data.all(a, a > "k2" || object.data.all(b, a != "" || b != ""))';
  const many = <T>(make: (expression: string, index: number) => T): T[] =>
    Array.from({ length: 50 }, (_, i) => make(SOME_PAIRS, i));
  const data = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`k${i}`, '']));
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await server.ready;
    await untilPublished(server);
  });
  afterAll(() => server.close());

  it.each([
    ['one expression', { validations: [{ expression: PAIRS }] }, 'actual cost limit exceeded'],
    ['all validations', { validations: many((expression) => ({ expression })) }, 'running out of cost budget'],
    [
      'all match conditions',
      {
        matchConditions: many((expression, i) => ({ name: `c${i}`, expression })),
        validations: [{ expression: 'true' }],
      },
      'running out of cost budget',
    ],
  ])('have a budget, of %s [LIM-12]', async (_, used, text) => {
    const made = [
      await server.client.post(POLICIES, {
        metadata: { name: 'costly' },
        spec: { ...used, matchConstraints: { resourceRules: [RULE] } },
      }),
      await server.client.post(BINDINGS, {
        metadata: { name: 'costly' },
        spec: { policyName: 'costly', validationActions: ['Deny'] },
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const { status, body } = await server.client.post(MAPS, { metadata: { name: 'large' }, data });
    expect([status, body.message]).toEqual([422, expect.stringContaining(text)]);
    for (const path of [POLICIES, BINDINGS]) await server.client.delete(`${path}/costly`);
  });
});
