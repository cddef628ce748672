import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StatusError, failure } from '../apimachinery/index.js';
import { describeBackendFault } from './backend-fault.js';
import type { Backends } from './backends.js';
import type { Destination } from './destination.js';
import type { ForwardedRequest } from './forward-request.js';
import { answerHeaders, upgradeHeaders } from './forwarded-headers.js';
import type { UpgradeResponse } from './upgrade-response.js';

/** How long a client may take to read why nothing came of its wish, in milliseconds. */
const REFUSAL_MS = 10_000;

/** A client that asks for another protocol. */
export type UpgradedRequest = ForwardedRequest & { readonly response: UpgradeResponse };

/**
 * Asks somebody for the protocol that the client wants, and joins the two connections when that is granted: resolves when
 * they have ended. What is refused is told as it is. 500 when nobody answers, or neither (upstream: tryUpgrade).
 */
export async function forwardUpgrade(
  backends: Backends,
  destination: Destination,
  client: UpgradedRequest,
): Promise<void> {
  const { method = 'GET' } = client.request;
  const outgoing = backends.open(destination, {
    method,
    headers: upgradeHeaders(client.request),
    signal: client.signal,
  });
  const outcome = outcomeOf(outgoing);
  outgoing.end();
  try {
    const { answer, upgrade } = await outcome;
    return await (upgrade ? join(answer, upgrade, client) : refuse(answer, client));
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw failure(500, `error dialing backend: ${describeBackendFault(error, destination)}`);
  }
}

/** A connection that speaks another protocol from now on, and what has come on it already. */
interface Upgrade {
  readonly connection: Duplex;
  readonly head: Buffer;
}

interface Outcome {
  readonly answer: IncomingMessage;
  /** Undefined where the protocol was refused. */
  readonly upgrade?: Upgrade;
}

function outcomeOf(outgoing: ClientRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    outgoing.once('upgrade', (answer, connection, head) => resolve({ answer, upgrade: { connection, head } }));
    outgoing.once('response', (answer) => resolve({ answer }));
    // It may fail again once there is an outcome, which nobody minds.
    outgoing.on('error', reject);
  });
}

/** Tells the client why nothing came of it, in the words it was refused with. */
async function refuse(answer: IncomingMessage, client: UpgradedRequest): Promise<void> {
  const { statusCode = 0 } = answer;
  if (statusCode < 400) {
    answer.destroy();
    throw failure(500, `invalid upgrade response: status code ${statusCode}`);
  }
  client.writeHead(statusCode, { ...answerHeaders(answer.rawHeaders), connection: 'close' });
  const signal = AbortSignal.timeout(REFUSAL_MS);
  await pipeline(answer, client.response, { signal }).catch(() => client.response.destroy());
}

/** Joins the connections. When one ends so does the other, once it has got what was sent. */
async function join(
  answer: IncomingMessage,
  { connection: backend, head }: Upgrade,
  { response }: UpgradedRequest,
): Promise<void> {
  const client = response.take(answer.statusCode!);
  client.write(headOf(answer));
  if (head.length > 0) client.write(head);
  const ended = Promise.all([endOf(client), endOf(backend)]);
  endTogether(client, backend);
  client.pipe(backend);
  backend.pipe(client);
  await ended;
}

function headOf({ statusMessage, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`HTTP/1.1 101 ${statusMessage || 'Switching Protocols'}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function endTogether(client: Duplex, backend: Duplex): void {
  for (const [one, other] of [
    [client, backend],
    [backend, client],
  ]) {
    one.on('error', () => other.destroy());
    one.once('end', () => other.end(() => other.destroy()));
    one.once('close', () => other.end(() => other.destroy()));
  }
}

function endOf(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve());
  });
}
