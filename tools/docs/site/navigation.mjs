/**
 * The pages by their readers, in the order of the navigation: paths below `docs` without `.md`. A folder stands for all
 * its pages.
 * @type {readonly { title: string, about: string, pages: readonly string[] }[]}
 */
export const SECTIONS = [
  {
    title: 'Plugin authors',
    about: 'You add an API group of your own.',
    pages: ['tutorial', 'writing-a-plugin', 'library', 'client', 'behind-a-cluster', 'console'],
  },
  {
    title: 'Integrators',
    about: 'You connect identity, access and admission.',
    pages: [
      ...[
        'authentication',
        'oidc-walkthrough',
        'integrating-an-authorizer',
        'access-plugin',
        'cedar',
        'spicedb',
        'opa',
        'openfga',
        'admission-webhooks',
        'admission-manifests',
        'webhooks-in-typescript',
        'extension-servers',
        'audit',
      ],
      ...['security'],
    ],
  },
  {
    title: 'Testers',
    about: 'You run a control plane inside a test suite.',
    pages: ['testing', 'workloads', 'testing-admission-policies', 'releases', 'removals'],
  },
  {
    title: 'Operators',
    about: 'You keep a server running.',
    pages: [
      ...['operating', 'container', 'storage', 'etcd', 'postgresql', 'backup-and-restore', 'moving-a-store', 'history'],
      ...[
        'encryption-at-rest',
        'kms',
        'rotating-certificates-and-keys',
        'replicas',
        'workers',
        'scaling',
        'consistency',
        'flow-control',
        'profiling-and-logs',
        'tracing',
      ],
    ],
  },
  {
    title: 'Reference',
    about: 'Commands, flags, metrics, errors and declarations.',
    pages: [
      ...['command-line', 'reference/commands', 'reference/flags', 'metrics', 'reference/metrics'],
      ...['errors', 'reference/errors', 'reference/plugin-api', 'plugin-api-report', 'compatibility'],
    ],
  },
  {
    title: 'Inside',
    about: 'How it is made, how fast it is, and why it is so.',
    pages: [
      ...['architecture', 'request-lifecycle', 'field-ownership', 'performance', 'benchmarks', 'soak', 'requirements'],
      'releasing',
      ...['decisions/README'],
    ],
  },
];
