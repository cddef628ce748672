/** A service inside the cluster that a configuration names. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  /** 443 when not given. */
  readonly port?: number;
}

/** An address to connect to. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** The port that finds the address of a service (upstream: ServiceResolver). */
export abstract class ServiceResolver {
  /** Called for each request. Rejects with an Error in the reference's words for a service without a usable address. */
  abstract resolve(service: ServiceReference): Promise<ServiceAddress>;
}
