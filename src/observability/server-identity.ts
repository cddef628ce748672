import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

let identity: string | undefined;

/** Returns an id that distinguishes servers in metrics without revealing their names (`apiserver_id_hash`). */
export function serverIdentity(): string {
  identity ??= `sha256:${createHash('sha256').update(hostname()).digest('hex')}`;
  return identity;
}
