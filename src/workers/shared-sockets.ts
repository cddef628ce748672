import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { getSystemErrorName } from 'node:util';
import type { ServingOptions } from '../options/index.js';

/** A socket that is bound and not listened on here: workers listen on it. */
export interface BoundSocket {
  readonly fd: number;
  close(): void;
}

/** The sockets of the server. They stay bound while workers come and go, so that no connection is refused. */
export interface SharedSockets {
  readonly secure: BoundSocket;
  readonly insecure: BoundSocket | undefined;
}

/** Node's own way to bind without listening, as its module `cluster` uses it. */
type CreateHandle = (address: string, port: number, family: 4 | 6) => (BoundSocket & object) | number;

const { _createServerHandle: createHandle } = net as unknown as { readonly _createServerHandle: CreateHandle };

/** Binds the sockets that the options name. Rejects where a port is taken. */
export async function bindSockets({ bindAddress, securePort, insecurePort }: ServingOptions): Promise<SharedSockets> {
  const secure = await bind(bindAddress, securePort);
  return { secure, insecure: insecurePort > 0 ? await bind('127.0.0.1', insecurePort) : undefined };
}

async function bind(host: string, port: number): Promise<BoundSocket> {
  const { address, family } = await lookup(host);
  const handle = createHandle(address, port, family === 6 ? 6 : 4);
  if (typeof handle !== 'number') return handle;
  throw new Error(`port ${port} of ${host} cannot be bound: ${getSystemErrorName(handle)}`);
}
