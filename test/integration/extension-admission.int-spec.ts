import { eventually } from '../support/eventually.js';
import { type ExtendedCluster, GROUP, berth, berthsIn, startExtendedCluster } from '../support/extension-of-cluster.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import type { TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';
const RULE = { apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['berths'] };

let cluster: ExtendedCluster;
let front: TestServer;
let webhook: FakeWebhook;
let caBundle: string;

beforeAll(async () => {
  const { serving, authority } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
  cluster = await startExtendedCluster();
  ({ front } = cluster);
  await front.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'params' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'ServiceAccount', name: 'harbor', namespace: 'harbor-system' }],
  });
  await front.client.post('/api/v1/namespaces', { metadata: { name: 'strict', labels: { rules: 'strict' } } });
});

afterAll(async () => {
  await cluster.close();
  await webhook.close();
});

let count = 0;
/** Creates a berth of a new name, which is the cluster's to refuse. */
const create = (namespace: string, metadata: object = {}) =>
  front.client.post(berthsIn(namespace), berth(`berth-${++count}`, metadata));

/** Stores an object, and takes it away after `work`. */
async function during(plural: string, object: Json, work: () => Promise<void>): Promise<void> {
  const { status, text } = await front.client.post(`${CONFIGURATIONS}/${plural}`, object);
  if (status !== 201) throw new Error(text);
  try {
    await work();
  } finally {
    await front.client.delete(`${CONFIGURATIONS}/${plural}/${object.metadata.name}`);
  }
}

const webhookOf = (name: string, path: string, more: object = {}): Json => ({
  metadata: { name },
  webhooks: [
    {
      name: `${name}.example.com`,
      rules: [RULE],
      clientConfig: { url: `${webhook.url}/${path}`, caBundle },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...more,
    },
  ],
});

describe('the webhooks of the cluster', () => {
  beforeEach(() => {
    webhook.answerJson(({ url, body }) => {
      const { request } = JSON.parse(body) as { request: { uid: string } };
      const patch = Buffer.from('[{"op":"add","path":"/metadata/labels","value":{"seen":"yes"}}]').toString('base64');
      const answer = url.startsWith('/deny')
        ? { allowed: false, status: { message: 'no berth today' } }
        : { allowed: true, patchType: 'JSONPatch', patch };
      const response = { uid: request.uid, ...answer };
      return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response };
    });
  });

  it('change the objects of the extension server', async () => {
    await during('mutatingwebhookconfigurations', webhookOf('label', 'patch'), async () => {
      await eventually(async () => {
        expect((await create('default')).body.metadata.labels).toEqual({ seen: 'yes' });
      });
    });
    await eventually(async () => expect((await create('default')).body.metadata.labels).toBeUndefined());
  });

  it('refuse them in the namespaces that their selectors select', async () => {
    const namespaceSelector = { matchLabels: { rules: 'strict' } };
    const configuration = webhookOf('refuse', 'deny', { namespaceSelector });
    await during('validatingwebhookconfigurations', configuration, async () => {
      await eventually(async () => {
        const { status, body } = await create('strict');
        expect([status, body.message]).toEqual([
          400,
          'admission webhook "refuse.example.com" denied the request: no berth today',
        ]);
      });
      expect((await create('default')).status).toBe(201);
      const labels = { labels: { rules: null } };
      await front.client.patch('/api/v1/namespaces/strict', 'merge-patch', { metadata: labels });
      await eventually(async () => expect((await create('strict')).status).toBe(201));
      const again = { labels: { rules: 'strict' } };
      await front.client.patch('/api/v1/namespaces/strict', 'merge-patch', { metadata: again });
      await eventually(async () => expect((await create('strict')).status).toBe(400));
    });
  });
});

describe('the policies of the cluster', () => {
  const policy = (spec: object): Json => ({
    metadata: { name: 'lengths' },
    spec: { matchConstraints: { resourceRules: [RULE] }, ...spec },
  });
  const binding = (spec: object = {}): Json => ({
    metadata: { name: 'lengths' },
    spec: { policyName: 'lengths', validationActions: ['Deny'], ...spec },
  });

  it('refuse the objects of the extension server, by the namespace they are in', async () => {
    const expression = "namespaceObject.metadata.?labels.rules.orValue('') != 'strict'";
    const validations = [{ expression, message: 'not in strict namespaces' }];
    await during('validatingadmissionpolicies', policy({ validations }), () =>
      during('validatingadmissionpolicybindings', binding(), async () => {
        await eventually(async () =>
          expect((await create('strict')).body.message).toContain('not in strict namespaces'),
        );
        expect((await create('default')).status).toBe(201);
      }),
    );
  });

  it('have the parameters that are in the cluster', async () => {
    const data = { longest: '90' };
    await front.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'limits' }, data });
    const validations = [{ expression: 'object.spec.size.lengthMeters <= int(params.data.longest)' }];
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
    const paramRef = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };
    await during('validatingadmissionpolicies', policy({ validations, paramKind }), () =>
      during('validatingadmissionpolicybindings', binding({ paramRef }), async () => {
        await eventually(async () =>
          expect((await create('default')).body.message).toContain('failed expression: object.spec.size.lengthMeters'),
        );
        const path = '/api/v1/namespaces/default/configmaps/limits';
        await front.client.patch(path, 'merge-patch', { data: { longest: '200' } });
        await eventually(async () => expect((await create('default')).status).toBe(201));
        await front.client.delete(path);
        await eventually(async () => expect((await create('default')).body.message).toContain('no params found'));
      }),
    );
  });

  it('refuse what they cannot judge, where their kind of parameters is not served', async () => {
    const paramKind = { apiVersion: 'nobody.example.com/v1', kind: 'Limit' };
    const paramRef = { name: 'limits', parameterNotFoundAction: 'Deny' };
    const validations = [{ expression: 'params.x == 1' }];
    await during('validatingadmissionpolicies', policy({ validations, paramKind }), () =>
      during('validatingadmissionpolicybindings', binding({ paramRef }), async () => {
        await eventually(async () =>
          expect((await create('default')).body.message).toContain(
            "failed to find resource referenced by paramKind: 'nobody.example.com/v1, Kind=Limit'",
          ),
        );
      }),
    );
    await eventually(async () => expect((await create('default')).status).toBe(201));
  });
});
