import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StatusError, failure, goQuote, internalError } from '../apimachinery/index.js';
import { describeBackendFault } from './backend-fault.js';
import type { BackendConnections } from './backends.js';
import { type BackendLocation, urlOf } from './destination.js';
import { type ForwardedRequest, sentHeaders } from './forwarded-request.js';
import { answerHeaders, upgradeHeaders } from './forwarded-headers.js';
import type { UpgradeResponse } from './upgrade-response.js';

/** How long a client may take to read why nothing came of its wish, in milliseconds. */
const REFUSAL_MS = 10_000;

/** A client that asks for another protocol. */
export type UpgradedRequest = ForwardedRequest & {
  readonly response: UpgradeResponse;
  /** Where the protocol is translated. */
  readonly translation?: Translation;
};

/** The translation between the client's protocol and the backend's. */
export interface Translation {
  /** Headers of the request in place of the client's; those that are undefined are left out. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Joins the client with the connection that was granted by `answer`; resolves when both have ended. */
  join(client: UpgradedRequest, connection: Duplex, answer: IncomingMessage): Promise<void>;
  /**
   * Reports in the client's protocol that the backend cannot be reached, and resolves when the connection has ended. A
   * response of HTTP says so without it.
   */
  fail?(client: UpgradedRequest, error: StatusError): Promise<void>;
}

/**
 * Requests the client's protocol from the backend, or the one it is translated to, and joins the two connections if it
 * is accepted: resolves when they have ended. A rejection is forwarded unchanged. 500 without a response, or with a
 * protocol that was not requested (upstream: tryUpgrade).
 */
export async function forwardUpgrade<D extends BackendLocation>(
  backends: BackendConnections<D>,
  destination: D,
  { translation, ...client }: UpgradedRequest,
): Promise<void> {
  // SPDY is asked for by POST, WebSockets by GET.
  const method = translation ? 'POST' : (client.request.method ?? 'GET');
  const headers = {
    ...sentHeaders(upgradeHeaders(client.request), client),
    ...translation?.headers,
  } as OutgoingHttpHeaders;
  const signal = client.signal();
  const outgoing = backends.open(destination, { method, headers: given(headers), signal });
  const outcome = outcomeOf(outgoing);
  outgoing.end();
  try {
    const { answer, upgrade } = await outcome.catch(async (error: unknown) => {
      if (!translation?.fail || signal.aborted) throw error;
      await translation.fail(client, sendingFailed(error, destination));
      return { answer: undefined, upgrade: undefined };
    });
    if (!answer) return;
    if (!upgrade) return await refuse(answer, client);
    if (!translation) return await join(answer, upgrade, client);
    if (upgrade.head.length > 0) upgrade.connection.unshift(upgrade.head);
    return await translation.join(client, upgrade.connection, answer);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw failure(500, `error dialing backend: ${describeBackendFault(error, destination)}`);
  }
}

/** The error of the reference's executor, which sends the translated request (upstream: spdy.Negotiate). */
function sendingFailed(error: unknown, destination: BackendLocation): StatusError {
  const url = goQuote(urlOf(destination));
  return internalError(`error sending request: Post ${url}: ${describeBackendFault(error, destination)}`);
}

function given(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
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
    // It may fail again once there is an outcome, which does not matter.
    outgoing.on('error', reject);
  });
}

/** Forwards the rejection to the client, with its message. */
async function refuse(answer: IncomingMessage, client: UpgradedRequest): Promise<void> {
  const { statusCode = 0 } = answer;
  if (statusCode < 400) {
    answer.destroy();
    throw failure(500, `invalid upgrade response: status code ${statusCode}`);
  }
  client.writeHead(statusCode, { ...answerHeaders(answer), connection: 'close' });
  const signal = AbortSignal.timeout(REFUSAL_MS);
  await pipeline(answer, client.response, { signal }).catch(() => client.response.destroy());
}

/** Accepts the client's upgrade, and joins the connections. */
async function join(
  answer: IncomingMessage,
  { connection: backend, head }: Upgrade,
  { response }: UpgradedRequest,
): Promise<void> {
  const client = response.take(answer.statusCode!);
  client.write(headOf(answer));
  if (head.length > 0) client.write(head);
  return joinStreams(client, backend);
}

function headOf({ statusMessage, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`HTTP/1.1 101 ${statusMessage || 'Switching Protocols'}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Forwards two connections to each other, until both have ended. When one ends so does the other. */
export async function joinStreams(client: Duplex, backend: Duplex): Promise<void> {
  const ended = Promise.all([endOf(client), endOf(backend)]);
  endTogether(client, backend);
  client.pipe(backend);
  backend.pipe(client);
  await ended;
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
