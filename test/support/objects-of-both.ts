/** Where an object is created, and the object. */
export type PathAndBody = [path: string, body: object];

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';

/** Objects that releases of Kubernetes from 1.20 on serve alike; `prefix` keeps those of two servers apart. */
export function objectsFrom(prefix: string): PathAndBody[] {
  const named = (name: string) => ({ metadata: { name: `${prefix}-${name}`, labels: { from: prefix } } });
  const template = {
    metadata: { labels: { app: prefix } },
    spec: { containers: [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '100m', memory: '1Gi' } } }] },
  };
  const workload = { selector: { matchLabels: { app: prefix } }, template };
  return [
    [`${CORE}/configmaps`, { ...named('map'), data: { k: 'v' }, binaryData: { b: 'AAEC' } }],
    [`${CORE}/secrets`, { ...named('secret'), type: 'Opaque', data: { k: 'djE=' } }],
    [`${CORE}/pods`, { ...named('pod'), spec: { ...template.spec, automountServiceAccountToken: false } }],
    [`${CORE}/services`, { ...named('service'), spec: { ports: [{ port: 80 }], selector: { app: prefix } } }],
    [
      `${CORE}/limitranges`,
      { ...named('range'), spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '2Gi' } }] } },
    ],
    ['/api/v1/namespaces', named('namespace')],
    ['/api/v1/nodes', named('node')],
    [`${APPS}/deployments`, { ...named('deployment'), spec: { replicas: 2, ...workload } }],
    [`${APPS}/statefulsets`, { ...named('set'), spec: { serviceName: 's', ...workload } }],
    [`${APPS}/daemonsets`, { ...named('daemons'), spec: workload }],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', { ...named('role'), rules: [rule] }],
    ['/apis/scheduling.k8s.io/v1/priorityclasses', { ...named('class'), value: 7 }],
    ['/apis/coordination.k8s.io/v1/namespaces/default/leases', { ...named('lease'), spec: { holderIdentity: 'h' } }],
    [
      '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
      { ...named('policy'), spec: { podSelector: {} } },
    ],
    ['/apis/storage.k8s.io/v1/storageclasses', { ...named('storage'), provisioner: 'example.com/p' }],
    ['/apis/batch/v1/namespaces/default/jobs', { ...named('job'), spec: { template: neverRestarted(template) } }],
  ];
}

const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

function neverRestarted({ spec }: { readonly spec: object }): object {
  return { spec: { ...spec, restartPolicy: 'Never' } };
}

const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } };
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };

/** The definition of Widgets, and where it is created. */
export const definition: PathAndBody = [
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  {
    metadata: { name: 'widgets.both.example.com' },
    spec: {
      group: 'both.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [version],
    },
  },
];

/** A Widget of size 3. */
export function widget(name: string): object {
  return { apiVersion: 'both.example.com/v1', kind: 'Widget', metadata: { name }, spec: { size: 3 } };
}
