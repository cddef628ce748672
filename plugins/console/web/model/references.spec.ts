import { referencesOf } from './references.js';

const textsOf = (group: string, resource: string, object: object) =>
  referencesOf({ group, resource, object }).map(
    ({ relation, kind, namespace, name }) => `${relation} ${kind} ${namespace}/${name}`,
  );

describe('referencesOf()', () => {
  const container = {
    envFrom: [{ configMapRef: { name: 'env' } }],
    env: [{ valueFrom: { secretKeyRef: { name: 'key' } } }, { name: 'plain', value: 'x' }],
  };
  const volumes = [
    { configMap: { name: 'files' } },
    { persistentVolumeClaim: { claimName: 'disk' } },
    { projected: { sources: [{ secret: { name: 'token' } }, { configMap: { name: 'files' } }] } },
    { emptyDir: {} },
  ];
  const spec = { containers: [container], volumes, serviceAccountName: 'robot', nodeName: 'n' };
  const expected = [
    'mounts ConfigMap d/files',
    'mounts PersistentVolumeClaim d/disk',
    'mounts Secret d/token',
    'reads variables of ConfigMap d/env',
    'reads variables of Secret d/key',
    'runs as ServiceAccount d/robot',
    'runs on Node /n',
  ];
  const metadata = { name: 'x', namespace: 'd' };

  it('of a pod, each object once', () => {
    expect(textsOf('', 'pods', { metadata, spec })).toEqual(expected);
  });

  it('of what creates pods, by the template', () => {
    expect(textsOf('apps', 'deployments', { metadata, spec: { template: { spec } } })).toEqual(expected);
    const jobTemplate = { spec: { template: { spec } } };
    expect(textsOf('batch', 'cronjobs', { metadata, spec: { jobTemplate } })).toEqual(expected);
  });

  it.each<[string, string, object, string[]]>([
    [
      'networking.k8s.io',
      'ingresses',
      {
        metadata,
        spec: {
          rules: [{ http: { paths: [{ backend: { service: { name: 'web' } } }] } }],
          tls: [{ secretName: 'cert' }],
        },
      },
      ['routes to Service d/web', 'serves the certificate of Secret d/cert'],
    ],
    [
      'autoscaling',
      'horizontalpodautoscalers',
      { metadata, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } } },
      ['scales Deployment d/web'],
    ],
    [
      'rbac.authorization.k8s.io',
      'rolebindings',
      {
        metadata,
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'ServiceAccount', name: 'robot', namespace: 'other' },
          { kind: 'User', name: 'bob' },
        ],
      },
      ['grants ClusterRole /view', 'grants to ServiceAccount other/robot'],
    ],
    ['', 'configmaps', { metadata, data: {} }, []],
  ])('of %s %s', (group, resource, object, texts) => {
    expect(textsOf(group, resource, object)).toEqual(texts);
  });
});
