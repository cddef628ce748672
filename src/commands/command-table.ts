import type { Command } from './command.js';
import { MOVING_COMMANDS } from './moving-commands.js';
import { HISTORY_COMMANDS } from './history-commands.js';
import { NEW_COMMANDS } from './new-commands.js';
import { SERVING_COMMANDS } from './serving-commands.js';
import { TESTING_COMMANDS } from './testing-commands.js';

const ROLE = ['--role cluster|extension', 'The kind of server it is for (default cluster)'] as const;
const OTHERWISE = 'Ends with 1 where';

/** Every subcommand, by name. */
export const COMMANDS: readonly Command[] = [
  ...SERVING_COMMANDS,
  ...NEW_COMMANDS,
  ...MOVING_COMMANDS,
  ...TESTING_COMMANDS,
  ...HISTORY_COMMANDS,
  {
    name: 'kubeconfig',
    summary: "Write a kubeconfig for any identity, signed by the cluster's own authority",
    words: '--user NAME [flags]',
    flags: [
      ['--user NAME', 'Name of the user'],
      ['--group NAME', 'Group of the user; repeatable'],
      ['--data-dir PATH', "Directory of the server's data (default ./data)"],
      ['--cert-dir PATH', "Directory of the server's certificates (default certs in the data directory)"],
      ['--server URL', 'URL of the server (default where it listened last)'],
      ['--valid-for DURATION', 'How long the certificate is valid: 30m, 12h, 365d (default 365d)'],
      ['--out FILE', 'File to write, for its owner alone (default standard output)'],
    ],
    load: async () => (await import('./kubeconfig/write-kubeconfig.js')).writeKubeconfig,
  },
  {
    name: 'admission try',
    summary: 'Show what policies and webhooks say about the objects of a manifest, as a dry run',
    words: 'FILE [flags]',
    flags: [
      ['--policies PATH', 'File or directory of policies, in place of those of a server; repeatable'],
      ['--kubeconfig FILE', 'Kubeconfig of the server (default the variable KUBECONFIG)'],
      ['--server URL', "URL of the server, in place of the kubeconfig's"],
      ['--namespace NAME', 'Namespace of objects that name none (default default)'],
      ['--output text|json', 'Format of the result (default text)'],
    ],
    notes: `${OTHERWISE} an object is denied.`,
    load: async () => (await import('./admission/try-manifest.js')).tryManifest,
  },
  {
    name: 'authz check',
    summary: 'Show what the authorizers of a configuration say about SubjectAccessReviews, without serving',
    words: '--config FILE --reviews FILE [flags]',
    flags: [
      ['--config FILE', 'The AuthorizationConfiguration'],
      ['--reviews FILE', 'The reviews, with the expected decisions'],
      ['--objects FILE', 'Roles, bindings and other objects that decisions depend on'],
      ['--policy-file FILE', 'Policies of the ABAC authorizer'],
      ['--json', 'Print a line of JSON for each review'],
    ],
    notes: `${OTHERWISE} a review expects something else.`,
    load: async () => (await import('./authz/check-reviews.js')).checkReviews,
  },
  {
    name: 'authz record',
    summary: 'Make a set of SubjectAccessReviews of the requests in logs, with the decisions that were made',
    words: 'FILE... [flags]',
    flags: [
      ['--out FILE', 'File for the reviews, a line of JSON each (default standard output)'],
      ['--limit N', 'Different reviews that are kept at most (default 100000)'],
    ],
    notes: 'FILE is an audit log or a log of decisions; - is standard input.',
    load: async () => (await import('./authz/record-reviews.js')).recordReviews,
  },
  {
    name: 'authz replay',
    summary: 'Show which recorded requests another configuration would decide differently, without serving',
    words: '--config FILE --reviews FILE [flags]',
    flags: [
      ['--config FILE', 'The AuthorizationConfiguration'],
      ['--reviews FILE', 'The reviews, of authz record'],
      ['--objects FILE', 'Roles, bindings and other objects that decisions depend on'],
      ['--policy-file FILE', 'Policies of the ABAC authorizer'],
      ['--concurrency N', 'Reviews that are evaluated at once, up to 1000 (default 16)'],
      ['--json', 'Print a line of JSON for each review that changes'],
    ],
    notes: `${OTHERWISE} a decision changes.`,
    load: async () => (await import('./authz/replay-reviews.js')).replayReviews,
  },
  {
    name: 'authn check',
    summary: 'Report who a token is for a server with the given flags, or why it is refused',
    words: '--token-file FILE [flags of the server]',
    flags: [
      ['--token-file FILE', 'File with the token; - is standard input'],
      ['--token TEXT', 'The token itself; other users of the machine may see it'],
      ['--audiences A[,B]', 'Audiences that the token has to be meant for'],
      ['--output text|json', 'Format of the result (default text)'],
    ],
    notes: `The server has a store in memory and ends with the command. ${OTHERWISE} the token is not accepted.`,
    load: async () => (await import('./authn/check-token.js')).checkToken,
  },
  {
    name: 'authz lab',
    summary: 'Run a webhook that prints each review it receives, and responds by rules',
    words: '[flags]',
    flags: [
      ['--port N', 'Port on the loopback address (default a free one)'],
      ['--rules FILE', 'Rules for the responses (default no opinion)'],
      ['--kubeconfig FILE', 'Kubeconfig to write, for --authorization-webhook-config-file'],
    ],
    load: async () => (await import('./authz/lab.js')).runLab,
  },
  {
    name: 'config check',
    summary: 'Report every problem of a configuration file, with its line',
    words: 'FILE [flags]',
    flags: [ROLE, ['--output text|json', 'Format of the result (default text)']],
    notes: `${OTHERWISE} there is a problem.`,
    load: async () => (await import('./config/check-config.js')).checkConfig,
  },
  {
    name: 'config schema',
    summary: 'Print the JSON schema of configuration files',
    words: '[flags]',
    flags: [ROLE, ['--plugins FILE[,FILE]', 'Plugins whose options it has too, by path or package name']],
    load: async () => (await import('./config/print-schema.js')).printSchema,
  },
  {
    name: 'crd export',
    summary: 'Print the CustomResourceDefinitions that the kinds of plugins would be, as JSON',
    words: '--plugins FILE[,FILE] [flags]',
    flags: [
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name'],
      ['--kind PLURAL.GROUP', 'One kind of them (default all)'],
    ],
    load: async () => (await import('./crd/export.js')).exportKinds,
  },
  {
    name: 'plugin examples',
    summary: 'Print the example objects that the kinds of plugins declare, as YAML',
    words: '--plugins FILE[,FILE] [flags]',
    flags: [
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name'],
      ['--kind PLURAL.GROUP', 'One kind of them (default all)'],
    ],
    load: async () => (await import('./plugin/print-examples.js')).printExamples,
  },
  {
    name: 'plugin rbac',
    summary: 'Print the ClusterRole that plugins need behind a cluster, as YAML',
    words: '--plugins FILE[,FILE] [flags]',
    flags: [
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name'],
      ['--name NAME', 'Name of the role without its end, :server (default from the group)'],
    ],
    load: async () => (await import('./plugin/print-rbac.js')).printRbac,
  },
  {
    name: 'proto export',
    summary: 'Write the protobuf messages of the kinds of plugins, and all that they use, as .proto files',
    words: '--plugins FILE[,FILE] --out DIRECTORY [flags]',
    flags: [
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name'],
      ['--out DIRECTORY', 'Directory to write, for the import path of compilers'],
      ['--kind PLURAL.GROUP', 'One kind of them (default all)'],
    ],
    load: async () => (await import('./proto/export.js')).exportProto,
  },
  {
    name: 'manifests',
    summary: 'Write the objects that deploy plugins as an extension server of a cluster',
    words: '--plugins FILE[,FILE] --image NAME [flags]',
    flags: [
      ['--plugins FILE[,FILE]', 'Plugins, by path or package name; the image has them in /plugins'],
      ['--image NAME', 'The image of the server with the plugins'],
      ['--name NAME', 'Name of the objects (default from the group)'],
      ['--namespace NAME', 'Namespace (default NAME-system)'],
      ['--ca own|cert-manager|file', 'Authority of the serving certificate (default own)'],
      ['--ca-file FILE', 'The authority, in PEM; with --ca=file'],
      ['--storage-size SIZE', 'Size of the volume; 0 for one that goes with the pod (default 1Gi)'],
      ['--out DIRECTORY', 'Directory to write, for kubectl apply -k (default standard output, for -f)'],
    ],
    load: async () => (await import('./manifests/write-manifests.js')).writeManifests,
  },
  {
    name: 'report removals',
    summary: 'Report what manifests, audit logs and servers use that a release no longer serves',
    words: '--release 1.N FILE|DIRECTORY|AUDIT-LOG|URL|-... [flags]',
    flags: [
      ['--release 1.N', 'The release of Kubernetes'],
      ['--kubeconfig FILE', 'Kubeconfig for URLs (default the variable KUBECONFIG)'],
      ['--token TOKEN', 'Bearer token for URLs, in place of a kubeconfig'],
      ['--certificate-authority FILE', 'Authority of the servers, with --token'],
      ['--plugins FILE', 'Plugins whose kinds count too; repeatable'],
      ['--output table|json', 'Format of the result (default table)'],
    ],
    notes: `${OTHERWISE} something is found.`,
    load: async () => (await import('./removals/report-removals.js')).reportRemovals,
  },
  {
    name: 'releases',
    summary: 'List the releases of Kubernetes that --emulated-version takes, and how far each is compared',
    words: '[flags]',
    flags: [['--output table|json', 'Format of the result (default table)']],
    load: async () => (await import('./releases/list-releases.js')).listReleases,
  },
  {
    name: 'release check',
    summary: 'Show what other releases of Kubernetes do otherwise with manifests, or with the objects of a store',
    words: '--to 1.N[,1.N] [FILE|DIRECTORY...] [flags]',
    flags: [
      ['--to 1.N[,1.N]', 'The releases that are asked about, from 1.15 to 1.36; repeatable'],
      ['--from 1.N', 'The release that manifests are written for (default 1.32)'],
      ['--data-dir PATH', 'Data directory of a server, whose store is read'],
      ['--store STORE', 'Store to read, as of migrate'],
      ['--plugins FILE', 'Plugins whose kinds count too; repeatable'],
      ['--output table|json', 'Format of the result (default table)'],
    ],
    notes: `${OTHERWISE} something is otherwise.`,
    load: async () => (await import('./releases/check-release.js')).checkRelease,
  },
  {
    name: 'types',
    summary: 'Write TypeScript modules for the kinds of any server, which the client takes',
    words: 'URL|--kubeconfig FILE [flags]',
    flags: [
      ['--kubeconfig FILE', 'Kubeconfig of the server'],
      ['--token TOKEN', 'Bearer token for a URL'],
      ['--certificate-authority FILE', 'Authority of the server, for a URL'],
      [
        '--group-version VERSION',
        'A group version that is wanted: v1, apps/v1 (may be given several times; default all)',
      ],
      ['--out DIRECTORY', 'Directory to write (default types)'],
    ],
    load: async () => (await import('./types/write-types.js')).writeTypes,
  },
];
