import type { ConnectionSource, Route } from '../connection.js';

/** Returns the source of connections to one path below the server of another; connections of the same route stay the same. */
export function belowPath(source: ConnectionSource, path: string): ConnectionSource {
  let known: { readonly from: Route; readonly route: Route } | undefined;
  return {
    credentialsRefused: () => source.credentialsRefused(),
    current: async () => {
      const { route, headers } = await source.current();
      if (known?.from !== route) {
        known = { from: route, route: { ...route, server: `${route.server.replace(/\/$/, '')}${path}` } };
      }
      return { route: known.route, headers };
    },
  };
}
