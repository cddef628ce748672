import {
  type ClientIdentity,
  type Connection,
  type ConnectionSource,
  OutboundError,
  PLAIN_TLS,
  type Route,
  type ServiceResolver,
} from '../outbound/index.js';
import type { UserInfo } from '../request/index.js';
import type { ApiServices, ExtensionServer } from './api-services.js';
import { bracketed, serverNameOf } from './extension-servers.js';
import { userHeaders } from './user-headers.js';

/** The dependencies of connections of this server's own. */
export interface ExtensionServerSourcesParts {
  readonly services: Pick<ApiServices, 'get'>;
  readonly resolver: ServiceResolver;
  readonly identity: Pick<ClientIdentity, 'current'>;
}

/** The way of this server's own requests to extension servers, for clients that keep their connections. */
export class ExtensionServerSources {
  constructor(private readonly parts: ExtensionServerSourcesParts) {}

  /** Returns the connection to the server of an API service, as a component of this server; it follows all that changes of it. */
  of(apiService: string, user: UserInfo): ConnectionSource {
    const headers: Connection['headers'] = userHeaders(user, false);
    let known: Route | undefined;
    const current = async (): Promise<Connection> => {
      const route = await this.routeTo(apiService);
      // The same route keeps its connections.
      if (JSON.stringify(known) !== JSON.stringify(route)) known = route;
      return { route: known!, headers };
    };
    return { current, credentialsRefused: () => {} };
  }

  private async routeTo(apiService: string): Promise<Route> {
    const server = this.parts.services.get(apiService)?.server;
    if (!server?.isAvailable) throw new OutboundError('connection', 'the server is not available');
    const { host, port } = await this.parts.resolver.resolve(server);
    return { server: `https://${bracketed(host)}:${port}`, tls: this.tlsOf(server), proxyUrl: '' };
  }

  private tlsOf(server: ExtensionServer): Route['tls'] {
    const { authority, isInsecure } = server;
    const { certificate, key } = this.parts.identity.current ?? PLAIN_TLS;
    return { authority, certificate, key, serverName: serverNameOf(server), isInsecure };
  }
}
