import { type ServiceAddress, type ServiceReference, ServiceResolver } from '../../../outbound/index.js';

const HTTPS_PORT = 443;

/**
 * Finds the services of the cluster by their names, as its own resolver of names knows them: for a server that does not have
 * the services' objects (upstream: NewDefaultServiceResolver).
 */
export class ServiceNames extends ServiceResolver {
  resolve({ namespace, name, port = HTTPS_PORT }: ServiceReference): Promise<ServiceAddress> {
    if (namespace === '' || name === '') {
      return Promise.reject(new Error('cannot resolve an empty service name or namespace'));
    }
    return Promise.resolve({ host: `${name}.${namespace}.svc`, port });
  }
}
