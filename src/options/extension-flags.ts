import { section, type Flag } from './flag.js';
import { durationKind, listKind, pathKind, switchKind } from './flag-kinds.js';
import { FLAGS } from './flags.js';

const cluster = section('Cluster')
  .flag('authentication-kubeconfig', ['cluster', 'authenticationKubeconfig'], {
    kind: pathKind,
    help: 'Kubeconfig for reviews of tokens and for what the cluster says of client certificates; that of the cluster when not set.',
    isFile: true,
  })
  .flag('authentication-skip-lookup', ['cluster', 'skipsLookup'], {
    kind: switchKind,
    help: 'Do not ask the cluster who signs client certificates; only the flags count.',
  })
  .flag('authentication-token-webhook-cache-ttl', ['cluster', 'tokenCacheTtl'], {
    kind: durationKind,
    help: 'Cache TTL of token reviews; 0s disables the cache.',
  })
  .flag('authentication-tolerate-lookup-failure', ['cluster', 'toleratesLookupFailure'], {
    kind: switchKind,
    help: 'Start although the cluster does not say who signs client certificates.',
  })
  .flag('authorization-always-allow-paths', ['cluster', 'alwaysAllowedPaths'], {
    kind: listKind,
    help: 'Paths that everybody may read without asking the cluster; a * at the end stands for the rest.',
  })
  .flag('authorization-kubeconfig', ['cluster', 'authorizationKubeconfig'], {
    kind: pathKind,
    help: 'Kubeconfig for access reviews; that of the cluster when not set.',
    isFile: true,
  })
  .flag('authorization-webhook-cache-authorized-ttl', ['cluster', 'authorizedTtl'], {
    kind: durationKind,
    help: 'Cache TTL of reviews that allow a request; 0s disables the cache.',
  })
  .flag('authorization-webhook-cache-unauthorized-ttl', ['cluster', 'unauthorizedTtl'], {
    kind: durationKind,
    help: 'Cache TTL of reviews that do not allow a request; 0s disables the cache.',
  })
  .flag('kubeconfig', ['cluster', 'kubeconfig'], {
    kind: pathKind,
    help: 'Kubeconfig of the cluster; the service account of the pod when not set.',
    isFile: true,
  })
  .flag('publish-ca-bundle', ['cluster', 'publishesAuthority'], {
    kind: switchKind,
    help: 'Write the authority of the serving certificate into the APIServices of the served groups, and keep it there.',
  });

/** Sections of flags that say how a server is a cluster's own. */
const OF_OWN_CLUSTER = new Set(['Authentication', 'Authorization', 'Network', 'Kubelets', 'Aggregation', 'Console']);
/** Flags of those sections that mean the same to an extension server. */
const KEPT = /^(client-ca-file|requestheader-.*)$/;
/** Flags of other sections that do not concern it. */
const LEFT_OUT = new Set([
  'advertise-address',
  'allow-privileged',
  'enable-priority-and-fairness',
  'event-ttl',
  'insecure-port',
  'insecure-socket',
  'shared-secrets',
  'warn-without-effect',
]);

/** The head of its help. */
export const head = `Serves the API groups of plugins behind the API server of a cluster.

Usage: binnacle serve-extension [flags]`;

/** The flags of an extension server (upstream: RecommendedOptions). */
export const flags: readonly Flag[] = [
  ...cluster.flags,
  ...FLAGS.filter(({ name, section: of }) => (OF_OWN_CLUSTER.has(of) ? KEPT.test(name) : !LEFT_OUT.has(name))),
];
