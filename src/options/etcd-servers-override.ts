/** The servers of etcd that have the objects of a resource. */
export interface ServersOverride {
  readonly group: string;
  /** The plural, or `*` for all of the group. */
  readonly resource: string;
  readonly servers: readonly string[];
}

/** Reads `group/resource#servers`, servers separated by semicolons; undefined where it has another form. */
export function parseServersOverride(text: string): ServersOverride | undefined {
  const [name = '', servers, ...more] = text.split('#');
  const [group = '', resource, ...rest] = name.split('/');
  if (servers === undefined || resource === undefined || more.length > 0 || rest.length > 0) return undefined;
  return { group, resource, servers: servers.split(';') };
}
