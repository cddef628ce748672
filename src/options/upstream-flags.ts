const ONE_STORE = 'Objects are in an embedded store: --storage-backend selects the engine, --data-dir its directory.';
const NO_CLOUD = 'There is no cloud provider; remove the flag.';
const NO_PEERS = 'Servers on one store are not peers that forward requests; remove the flag.';
const HTTP2 = 'HTTP/2 is always served; --http2-max-streams-per-connection limits it.';

/** Flags of kube-apiserver that this server has not, and what to do instead. */
const REMEDIES: Readonly<Record<string, string>> = {
  'admission-control': 'Use --enable-admission-plugins and --disable-admission-plugins.',
  'apiserver-count': 'Servers on one store are counted by --endpoint-reconciler-type=lease; remove the flag.',
  'cloud-config': NO_CLOUD,
  'cloud-provider': NO_CLOUD,
  'debug-socket-path': 'Profiles are served at /debug/pprof/ on the secure port; see --profiling.',
  'default-watch-cache-size': 'The size of the watch cache is fixed; --watch-cache=false disables it.',
  'disable-http2-serving': HTTP2,
  'egress-selector-config-file': 'Connections are direct; remove the flag.',
  'enable-garbage-collector': 'Use --controllers=*,-garbage-collector-controller to disable the garbage collector.',
  'enable-logs-handler': 'Log files are not served; remove the flag.',
  'etcd-db-metric-poll-interval': 'The size of the store is measured when metrics are read; remove the flag.',
  'etcd-count-metric-poll-period': 'Objects are counted when metrics are read; remove the flag.',
  'kubelet-read-only-port': 'Use --kubelet-port; kubelets are reached by TLS only.',
  'kubernetes-service-node-port': 'Services of type NodePort are ordinary objects here; remove the flag.',
  'lease-reuse-duration-seconds': 'Use --event-ttl; expiry has no leases in the embedded store.',
  'max-connection-bytes-per-sec': 'Use --max-connections; the bandwidth of a connection is not limited.',
  'peer-advertise-ip': NO_PEERS,
  'peer-advertise-port': NO_PEERS,
  'peer-ca-file': NO_PEERS,
  'permit-address-sharing': 'Use --bind-address and --secure-port with an address that is free.',
  'permit-port-sharing': 'Use --secure-port with a port that is free.',
  'service-account-signing-endpoint': 'Use --service-account-signing-key-file.',
  'storage-initialization-timeout': 'The embedded store is opened at once; remove the flag.',
  'storage-media-type': 'The form of stored objects is fixed; remove the flag.',
  'tls-sni-cert-key': 'Use --tls-cert-file and --tls-private-key-file with one certificate for all names.',
  'watch-cache-sizes': 'The size of the watch cache is fixed; --watch-cache=false disables it.',
};

/** Returns what to do in place of a flag of kube-apiserver; undefined for names it does not have either. */
export function upstreamRemedy(name: string): string | undefined {
  if (Object.hasOwn(REMEDIES, name)) return REMEDIES[name];
  return ETCD_FLAG.test(name) ? ONE_STORE : undefined;
}

const ETCD_FLAG = /^etcd-(?:(?:ca|cert|key)file|(?:health|ready)check-timeout|prefix|servers(?:-overrides)?)$/;
