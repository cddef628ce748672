import { GrowthJudge, type GrowingRequest } from './growth.js';
import { type AttackedServer, Prober, startAttackedServer } from './support.js';

const PODS = '/api/v1/namespaces/default/pods';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

let server: AttackedServer;
let prober: Prober;

beforeAll(async () => {
  server = await startAttackedServer(['--controllers=-*']);
  prober = new Prober(server.connect(server.adminToken));
  await server.admin.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});

afterAll(async () => {
  await prober.stop();
  expect(await server.stop()).toBe(0);
});

/** Elements for half of a size in characters: two lists share an object. */
const list = <T>(size: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.ceil(size / 60) }, (_, i) => make(i));
const pod = (spec: object, container: object = {}): object => ({
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});
const job = (spec: object, podSpec: object = {}): object => ({
  metadata: { name: 'a' },
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }], ...podSpec } },
    ...spec,
  },
});
const named = (size: number): object[] => list(size, (i) => ({ name: `n${i}`, image: 'i' }));
const term = (size: number): object => ({
  topologyKey: 'k',
  labelSelector: { matchExpressions: list(size, (i) => ({ key: `k${i}`, operator: 'Exists' })) },
  matchLabelKeys: list(size, (i) => `m${i}`),
  mismatchLabelKeys: list(size, (i) => `o${i}`),
});

/** Objects with two growing lists or maps that validation rules compare with each other. */
const OBJECTS: readonly (readonly [name: string, path: string, make: (size: number) => object])[] = [
  [
    'mounts and volumes',
    PODS,
    (n) =>
      pod(
        { volumes: list(n, (i) => ({ name: `v${i}`, emptyDir: {} })) },
        { volumeMounts: list(n, (i) => ({ name: `v${i}`, mountPath: `/p${i}` })) },
      ),
  ],
  [
    'mounts and devices',
    PODS,
    (n) =>
      pod(
        {},
        {
          volumeMounts: list(n, (i) => ({ name: 'v', mountPath: `/p${i}` })),
          volumeDevices: list(n, (i) => ({ name: `d${i}`, devicePath: `/d${i}` })),
        },
      ),
  ],
  [
    'claims and their uses',
    PODS,
    (n) =>
      pod(
        { resourceClaims: list(n, (i) => ({ name: `c${i}`, resourceClaimName: 'r' })) },
        { resources: { claims: list(n, (i) => ({ name: `c${i}` })) } },
      ),
  ],
  [
    'claims by request and whole',
    PODS,
    (n) =>
      pod(
        { resourceClaims: [{ name: 'c', resourceClaimName: 'r' }] },
        {
          resources: {
            claims: [...list(n, (i) => ({ name: `c${i}`, request: 'r' })), ...list(n, (i) => ({ name: `w${i}` }))],
          },
        },
      ),
  ],
  [
    'claims and containers',
    PODS,
    (n) => pod({ resourceClaims: list(n, (i) => ({ name: `c${i}`, resourceClaimName: 'r' })), containers: named(n) }),
  ],
  ['containers and init containers', PODS, (n) => pod({ containers: named(n), initContainers: named(n) })],
  [
    'ports and host ports',
    PODS,
    (n) =>
      pod(
        { hostNetwork: true },
        { ports: list(n, (i) => ({ containerPort: (i % 60_000) + 1, hostPort: (i % 60_000) + 1, name: `p${i}` })) },
      ),
  ],
  ['ports that are one', PODS, (n) => pod({}, { ports: list(n, () => ({ containerPort: 1 })) })],
  [
    'ports of many addresses',
    PODS,
    (n) =>
      pod(
        {},
        { ports: list(n, (i) => ({ containerPort: 1, hostPort: 5, hostIP: `10.0.${(i >> 8) & 255}.${i & 255}` })) },
      ),
  ],
  [
    'files of many volumes',
    PODS,
    (n) =>
      pod({
        volumes: list(n / 300, (v) => ({
          name: `v${v}`,
          configMap: { name: 'c', items: list(60 * 300, (i) => ({ key: 'k', path: `p${i}` })) },
        })),
      }),
  ],
  [
    'certificates that begin and never end',
    '/api/v1/namespaces/default/secrets',
    (n) => {
      const text = Buffer.from(list(n, () => '-----BEGIN A-----').join('\n')).toString('base64');
      return { metadata: { name: 'a' }, type: 'kubernetes.io/tls', data: { 'tls.crt': text, 'tls.key': text } };
    },
  ],
  [
    'environment that refers to itself',
    PODS,
    (n) => pod({}, { env: list(n, (i) => ({ name: `E${i}`, value: `$(E${i - 1})$(E${i + 1})` })) }),
  ],
  [
    'gates and conditions',
    PODS,
    (n) => ({
      ...pod({ readinessGates: list(n, (i) => ({ conditionType: `t${i}` })) }),
      status: { conditions: list(n, (i) => ({ type: `s${i}`, status: 'True' })) },
    }),
  ],
  [
    'affinity and label keys',
    PODS,
    (n) => pod({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(n)] } } }),
  ],
  [
    'spreading and label keys',
    PODS,
    (n) =>
      pod({
        topologySpreadConstraints: list(n, (i) => ({
          maxSkew: 1,
          topologyKey: `k${i}`,
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: {},
          matchLabelKeys: [`l${i}`],
        })),
      }),
  ],
  [
    'tolerations',
    PODS,
    (n) => pod({ tolerations: list(n, (i) => ({ key: `k${i}`, operator: 'Exists', effect: 'NoExecute' })) }),
  ],
  [
    'projected sources',
    PODS,
    (n) =>
      pod({
        volumes: [
          {
            name: 'v',
            projected: {
              sources: list(n, (i) => ({
                configMap: { name: 'c', items: [{ key: `k${i}`, path: `p${i}/${'a/'.repeat(3)}` }] },
              })),
            },
          },
        ],
      }),
  ],
  [
    'host aliases and pull secrets',
    PODS,
    (n) =>
      pod({
        hostAliases: list(n, () => ({ ip: '10.0.0.1', hostnames: ['a'] })),
        imagePullSecrets: list(n, (i) => ({ name: `s${i}` })),
      }),
  ],
  [
    'failure rules and containers',
    JOBS,
    (n) =>
      job(
        {
          podFailurePolicy: {
            rules: list(n, (i) => ({
              action: 'FailJob',
              onExitCodes: { containerName: `n${i}`, operator: 'In', values: [1] },
            })),
          },
        },
        { containers: named(n) },
      ),
  ],
  [
    'exit codes',
    JOBS,
    (n) =>
      job({
        podFailurePolicy: {
          rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: list(4 * n, (i) => i + 1) } }],
        },
      }),
  ],
  [
    'rules and their members',
    ROLES,
    (n) => ({
      metadata: { name: 'a' },
      rules: list(n, (i) => ({ apiGroups: [`g${i}`], resources: [`r${i}`], verbs: ['get'] })),
    }),
  ],
  [
    'addresses and ports',
    '/api/v1/namespaces/default/endpoints',
    (n) => ({
      metadata: { name: 'a' },
      subsets: [
        {
          addresses: list(n, (i) => ({ ip: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` })),
          ports: list(n, (i) => ({ name: `p${i}`, port: (i % 60_000) + 1 })),
        },
      ],
    }),
  ],
  [
    'service ports',
    '/api/v1/namespaces/default/services',
    (n) => ({ metadata: { name: 'a' }, spec: { ports: list(n, (i) => ({ name: `p${i}`, port: (i % 60_000) + 1 })) } }),
  ],
  [
    'quota scopes and resources',
    '/api/v1/namespaces/default/resourcequotas',
    (n) => ({
      metadata: { name: 'a' },
      spec: {
        hard: Object.fromEntries(list(n, (i) => [`requests.example.com/r${i}`, '1'])),
        scopes: list(n, () => 'BestEffort'),
      },
    }),
  ],
  [
    'limits of ranges',
    '/api/v1/namespaces/default/limitranges',
    (n) => ({
      metadata: { name: 'a' },
      spec: { limits: list(n, (i) => ({ type: `example.com/t${i}`, max: { cpu: '1' }, min: { cpu: '1' } })) },
    }),
  ],
  [
    'owners and finalizers',
    '/api/v1/namespaces/default/configmaps',
    (n) => ({
      metadata: {
        name: 'a',
        finalizers: list(n, (i) => `e.com/f${i}`),
        ownerReferences: list(n, (i) => ({ apiVersion: 'v1', kind: 'Pod', name: `p${i}`, uid: `u${i}` })),
      },
    }),
  ],
  [
    'node addresses and taints',
    '/api/v1/nodes',
    (n) => ({
      metadata: { name: 'a' },
      spec: {
        taints: list(n, (i) => ({ key: `k${i}`, effect: 'NoSchedule' })),
        podCIDRs: list(n, (i) => `10.${(i >> 8) & 255}.${i & 255}.0/24`),
      },
    }),
  ],
];

it('validates lists that rules compare in time that grows no faster than both', async () => {
  const judge = new GrowthJudge(prober);
  const faults: string[] = [];
  for (const [name, path, make] of OBJECTS) {
    const send: GrowingRequest['send'] = (size) =>
      server.admin.request('POST', `${path}?dryRun=All`, { body: make(size * 4) });
    const fault = await judge.faultOf({ name, send });
    if (fault !== undefined) faults.push(fault);
  }
  expect(faults).toEqual([]);
  expect(judge.failures).toEqual([]);
});
