import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the addresses a request came through: those of `X-Forwarded-For` and `X-Real-Ip`, which clients can make up, and
 * the peer of the connection last (upstream: utilnet.SourceIPs).
 */
export function sourceIps({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string[] {
  const peer = addressOf(socket.remoteAddress ?? '');
  const forwarded = headers['x-forwarded-for'];
  const real = headers['x-real-ip'];
  if (forwarded === undefined && real === undefined) return peer === undefined ? [] : [peer];
  const found = String(forwarded ?? '')
    .split(',')
    .flatMap((part) => addressOf(part.trim()) ?? []);
  const proxied = addressOf(String(real ?? ''));
  if (proxied !== undefined && !found.includes(proxied)) found.push(proxied);
  if (peer !== undefined && found.at(-1) !== peer) found.push(peer);
  return found;
}

/** An address as Go prints it, IPv4 in its own form; undefined for other texts. */
function addressOf(text: string): string | undefined {
  const family = isIP(text);
  if (family === 0) return undefined;
  return MAPPED.exec(text)?.[1] ?? (family === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
}
