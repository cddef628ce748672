import { hostAddress, readHostNetwork } from './default-interface.js';
import type { ServingOptions } from './option-groups.js';

/**
 * Where others in the cluster reach the server. Made before it listens, complete when start hooks run.
 *
 * @public
 * @example
 * class Board { constructor(@Inject(ServerAddress) readonly address: ServerAddress) {} }
 */
export class ServerAddress {
  /** The port it listens on; 0 until it does. */
  port = 0;

  constructor(private readonly serving: ServingOptions) {}

  /** The URL by which programs on this machine reach it. */
  get localUrl(): string {
    const { bindAddress } = this.serving;
    const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
    return `https://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /**
   * `--advertise-address`, else the address it listens on; that of the default interface where it listens on all or, as
   * in the reference, on loopback. Undefined on a machine without a network.
   */
  get host(): string | undefined {
    const { advertiseAddress, bindAddress } = this.serving;
    if (advertiseAddress !== '') return advertiseAddress;
    const isOwn = bindAddress === '0.0.0.0' || bindAddress === '::' || isLoopback(bindAddress);
    return isOwn ? hostAddress(readHostNetwork()) : bindAddress;
  }
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
