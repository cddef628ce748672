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
}
