/** Where etcd is reached, and how this server keeps its keys there. */
export interface EtcdSettings {
  /** `http://host:port` or `https://host:port`; the first that can be reached is used. */
  readonly servers: readonly string[];
  /** Files in PEM; empty for none. */
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** The first part of all keys, with a slash in front: `/registry`. */
  readonly prefix: string;
  /** Resources that other servers have; of several for a resource the last counts. None when unset. */
  readonly overrides?: readonly EtcdOverride[];
}

/** Servers that have the objects of a resource, or of those of a group that are not named. */
export interface EtcdOverride {
  readonly group: string;
  /** The plural, or `*` for all of the group. */
  readonly resource: string;
  readonly servers: readonly string[];
}
