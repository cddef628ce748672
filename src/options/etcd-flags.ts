import type { SectionBuilder } from './flag.js';
import { durationKind, listKind, pathKind, textKind } from './flag-kinds.js';

/** Adds the flags of storage in etcd to those of storage. */
export function addEtcdFlags(storage: SectionBuilder): SectionBuilder {
  return storage
    .flag('etcd-cafile', ['etcd', 'caFile'], {
      kind: pathKind,
      help: 'Authority of the certificates of etcd, in PEM.',
      isFile: true,
    })
    .flag('etcd-certfile', ['etcd', 'certFile'], {
      kind: pathKind,
      help: 'Client certificate for etcd, in PEM.',
      isFile: true,
    })
    .flag('etcd-count-metric-poll-period', ['etcd', 'countMetricPollPeriod'], {
      kind: durationKind,
      help: 'Interval at which stored objects are counted for metrics; 0 disables the counts.',
    })
    .flag('etcd-keyfile', ['etcd', 'keyFile'], {
      kind: pathKind,
      help: 'Key of the client certificate for etcd, in PEM.',
      isFile: true,
    })
    .flag('etcd-prefix', ['etcd', 'prefix'], { kind: textKind, help: 'First part of all keys in etcd.' })
    .flag('etcd-servers', ['etcd', 'servers'], {
      kind: listKind,
      help: 'Servers of etcd: scheme://host:port, separated by commas. Needs --storage-backend=etcd3.',
    })
    .flag('etcd-servers-overrides', ['etcd', 'serversOverrides'], {
      kind: listKind,
      help: 'Other servers for resources: group/resource#servers, with servers separated by semicolons.',
    });
}
