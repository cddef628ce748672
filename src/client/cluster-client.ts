import { Client } from './client.js';

/**
 * The client of the cluster that the objects of a server belong to: of the server itself, and behind a cluster of that one, in
 * the name of its account. Plugins inject it for what the server may not have, such as events; the account needs the rights.
 *
 * @public
 * @example
 * class Pilot { constructor(@Inject(ClusterClient) private readonly cluster: ClusterClient) {} }
 */
export abstract class ClusterClient extends Client {}
