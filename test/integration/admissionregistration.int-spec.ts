import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = '/apis/admissionregistration.k8s.io';

let server: TestServer;

beforeAll(async () => {
  const on = { 'admissionregistration.k8s.io/v1beta1': 'true', 'admissionregistration.k8s.io/v1alpha1': 'true' };
  server = await startTestServer({ api: { runtimeConfig: on }, controllers: 'stepped' });
});

afterAll(() => server.close());

const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const WEBHOOK = {
  name: 'check.example.com',
  clientConfig: { url: 'https://example.com/check', caBundle: 'Zm9v' },
  rules: [RULE],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const POLICY = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] };
const BINDING = { policyName: 'fine', validationActions: ['Deny'] };

for (const sort of ['validating', 'mutating']) {
  const kind = `${sort === 'validating' ? 'Validating' : 'Mutating'}WebhookConfiguration`;
  testServedKind(
    kind,
    {
      path: `${GROUP}/v1/${sort}webhookconfigurations`,
      object: { metadata: { name: 'hooks' }, webhooks: [WEBHOOK] },
      created: {
        metadata: { generation: 1 },
        webhooks: [
          {
            rules: [{ scope: '*' }],
            failurePolicy: 'Fail',
            matchPolicy: 'Equivalent',
            namespaceSelector: {},
            objectSelector: {},
            timeoutSeconds: 10,
          },
        ],
      },
      change: { metadata: { labels: { a: 'b' } } },
      columns: { Webhooks: 1 },
      refused: {
        members: { webhooks: [{ ...WEBHOOK, name: 'a', clientConfig: {}, sideEffects: 'Some' }] },
        causes: [
          'webhooks[0].name: Invalid value: "a": should be a domain with at least three segments separated by dots',
          'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
          'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
        ],
      },
    },
    () => server,
  );
}

for (const version of ['v1', 'v1beta1']) {
  testServedKind(
    `ValidatingAdmissionPolicy ${version}`,
    {
      path: `${GROUP}/${version}/validatingadmissionpolicies`,
      object: { metadata: { name: 'fine' }, spec: { ...POLICY, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } },
      created: { spec: { failurePolicy: 'Fail', matchConstraints: { matchPolicy: 'Equivalent', objectSelector: {} } } },
      change: { spec: { failurePolicy: 'Ignore' } },
      columns: { Validations: 1, ParamKind: 'v1/ConfigMap' },
      refused: {
        members: { spec: { ...POLICY, validations: [{ expression: ' ' }], failurePolicy: 'No' } },
        causes: [
          'spec.failurePolicy: Unsupported value: "No": supported values: "Fail", "Ignore"',
          'spec.validations[0].expression: Required value: expression is not specified',
        ],
      },
    },
    () => server,
  );
  testServedKind(
    `ValidatingAdmissionPolicyBinding ${version}`,
    {
      path: `${GROUP}/${version}/validatingadmissionpolicybindings`,
      object: {
        metadata: { name: 'here' },
        spec: { ...BINDING, paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } },
      },
      change: { spec: { validationActions: ['Warn', 'Audit'] } },
      columns: { PolicyName: 'fine', ParamRef: '*/limits' },
      refused: {
        members: { spec: { policyName: '' } },
        causes: [
          'spec.policyName: Required value',
          'spec.validationActions: Required value: at least one validation action is required',
        ],
      },
    },
    () => server,
  );
}

testServedKind(
  'MutatingAdmissionPolicy',
  {
    path: `${GROUP}/v1alpha1/mutatingadmissionpolicies`,
    object: {
      metadata: { name: 'fill' },
      spec: {
        matchConstraints: { resourceRules: [RULE] },
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "Thing"}]' },
          },
        ],
        reinvocationPolicy: 'Never',
      },
    },
    created: { spec: { failurePolicy: 'Fail' } },
    change: { spec: { reinvocationPolicy: 'IfNeeded' } },
    columns: { Mutations: 1, ParamKind: '<unset>' },
    refused: {
      members: { spec: {} },
      causes: [
        'spec.matchConstraints: Required value',
        'spec.mutations: Required value: mutations must contain at least one item',
        'spec.reinvocationPolicy: Required value',
      ],
    },
  },
  () => server,
);

testServedKind(
  'MutatingAdmissionPolicyBinding',
  {
    path: `${GROUP}/v1alpha1/mutatingadmissionpolicybindings`,
    object: {
      metadata: { name: 'here' },
      spec: { policyName: 'fill', paramRef: { selector: { matchLabels: { a: 'b' } } } },
    },
    created: { spec: { paramRef: { parameterNotFoundAction: 'Deny' } } },
    change: { spec: { policyName: 'other' } },
    columns: {
      PolicyName: 'other',
      ParamRef: '&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}',
    },
    refused: { members: { spec: {} }, causes: ['spec.policyName: Required value'] },
  },
  () => server,
);

describe('admissionregistration.k8s.io', () => {
  it('shows what is written in one version in the other, and warns of the old one', async () => {
    const path = (version: string): string => `${GROUP}/${version}/validatingadmissionpolicies`;
    const made = await server.client.post(path('v1beta1'), { metadata: { name: 'both' }, spec: POLICY });
    expect(made.headers.warning).toContain(
      'admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy is deprecated in v1.31+, unavailable in v1.34+',
    );
    const { body } = await server.client.get(`${path('v1')}/both`);
    expect(body).toEqual({ ...made.body, apiVersion: 'admissionregistration.k8s.io/v1' });
  });

  it('writes the status by itself', async () => {
    const path = `${GROUP}/v1/validatingadmissionpolicies`;
    const { body } = await server.client.post(path, { metadata: { name: 'told' }, spec: POLICY });
    const status = { observedGeneration: 1 };
    const spec = { ...body.spec, failurePolicy: 'Ignore' };
    const metadata = { ...body.metadata, labels: { a: 'b' } };
    const put = await server.client.put(`${path}/told/status`, { ...body, metadata, spec, status } as Json);
    expect(put.body).toMatchObject({ spec: { failurePolicy: 'Fail' }, status });
    expect(put.body.metadata).not.toHaveProperty('labels');
    expect(put.body.metadata.managedFields).toContainEqual(
      expect.objectContaining({ subresource: 'status', fieldsV1: { 'f:status': { 'f:observedGeneration': {} } } }),
    );
  });

  it('serves its old versions only where they are asked for', async () => {
    const plain = await startTestServer({ controllers: 'stepped' });
    const { body } = await plain.client.get(GROUP);
    expect((body.versions as Json[]).map(({ version }) => version as string)).toEqual(['v1']);
    await plain.close();
  });
});
