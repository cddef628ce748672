import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelCredentials, Client, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import { unreachable } from '../storage-error.js';
import { isLeaderChanged, isTimeout, isUnavailable, isWithoutLeader } from './etcd-errors.js';
import type { EtcdSettings } from '../etcd-settings.js';
import { METHODS, type Method, type WatchCreate, type WatchResponse } from './protocol.js';

/** How a call is made. */
export interface CallOptions {
  /** True if it may be made again: reads. Writes whose outcome is unknown are never repeated. */
  readonly repeatable: boolean;
  /** In milliseconds. */
  readonly timeoutMs?: number;
}

/** A stream of watch responses. */
export type WatchCall = ClientDuplexStream<{ create_request: WatchCreate }, WatchResponse>;

/** As upstream's client: a dead connection is noticed within 40 seconds. Objects may be large: etcd limits them. */
const CHANNEL_OPTIONS = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // The proxy settings of the environment are for other servers.
  'grpc.enable_http_proxy': 0,
};
const CALL_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2000;
/** The pause after all members have said that they have no leader: they elect one. */
const ELECTION_PAUSE_MS = 100;

/** The members of an etcd cluster: calls go to one of them, and to the next one when it cannot be reached. */
export class Endpoints {
  private current = 0;
  private readonly watches = new Map<WatchCall, Client>();

  private constructor(
    private readonly clients: readonly Client[],
    private readonly metadata: Metadata,
  ) {}

  /** Makes the clients; connections are made when they are needed. Rejects where a file cannot be read. */
  static async open(settings: EtcdSettings): Promise<Endpoints> {
    const grpc = await import('@grpc/grpc-js');
    const plain = grpc.credentials.createInsecure();
    const secure = settings.servers.some(isSecure)
      ? await secureCredentials(settings, grpc.credentials.createSsl)
      : plain;
    const clients = settings.servers.map((server) => {
      return new grpc.Client(hostOf(server), isSecure(server) ? secure : plain, CHANNEL_OPTIONS);
    });
    // A member that has lost its leader must end its watches, which would miss changes silently, and refuse calls, which
    // another member may answer.
    const metadata = new grpc.Metadata();
    metadata.set('hasleader', 'true');
    return new Endpoints(clients, metadata);
  }

  /** Calls a method of a member. Rejects as gRPC does. */
  async call<T>(method: Method, request: object, options: CallOptions): Promise<T> {
    const deadline = Date.now() + (options.timeoutMs ?? CALL_TIMEOUT_MS);
    for (let attempts = 1; ; attempts++) {
      const client = await this.connected(deadline);
      try {
        return await unaryCall<T>(client, method, { request, deadline, metadata: this.metadata });
      } catch (error) {
        this.leaveAfter(error, client);
        const isLastTurn = attempts > this.clients.length || Date.now() >= deadline;
        const isElecting = isWithoutLeader(error) || (options.repeatable && isLeaderChanged(error));
        if (isElecting) await this.awaitElection(attempts, { deadline, error });
        else if (!isUnavailable(error) || !options.repeatable || isLastTurn) throw error;
      }
    }
  }

  /** Starts a watch on a member. Rejects where none can be reached. */
  async watch(): Promise<WatchCall> {
    const client = await this.connected(Date.now() + CALL_TIMEOUT_MS);
    const { path, request, response } = METHODS.watch;
    const call = client.makeBidiStreamRequest<{ create_request: WatchCreate }, WatchResponse>(
      path,
      (message) => request.encode(message),
      (bytes) => response.decode(bytes) as unknown as WatchResponse,
      this.metadata,
    );
    this.watches.set(call, client);
    call.on('error', (error) => isUnavailable(error) && this.leave(client));
    call.on('status', () => this.watches.delete(call));
    return call;
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  /** A client with a connection: a request that is sent on none has surely not been carried out. */
  private async connected(deadline: number): Promise<Client> {
    for (let tried = 0; tried < this.clients.length; tried++) {
      const client = this.clients[this.current]!;
      if (await isReady(client, Math.min(deadline, Date.now() + CONNECT_TIMEOUT_MS))) return client;
      this.leave(client);
    }
    throw unreachable('no server of etcd can be reached');
  }

  /** Waits once all members have been asked. Rejects with their error where there is no time left. */
  private async awaitElection(
    attempts: number,
    { deadline, error }: { deadline: number; error: unknown },
  ): Promise<void> {
    if (attempts % this.clients.length !== 0) return;
    if (Date.now() + ELECTION_PAUSE_MS >= deadline) throw error;
    await delay(ELECTION_PAUSE_MS);
  }

  /** A member that does not answer calls may not send events either, and would be noticed by keepalives only. */
  private leaveAfter(error: unknown, client: Client): void {
    const isSilent = isTimeout(error as object);
    if (isSilent || isUnavailable(error)) this.leave(client);
    if (!isSilent || this.clients.length === 1) return;
    for (const [call, its] of this.watches) if (its === client) call.cancel();
  }

  /** Others may have moved to the next one already. */
  private leave(client: Client): void {
    if (this.clients[this.current] === client) this.current = (this.current + 1) % this.clients.length;
  }
}

interface Sent {
  readonly request: object;
  readonly deadline: number;
  readonly metadata: Metadata;
}

function unaryCall<T>(client: Client, { path, ...messages }: Method, sent: Sent): Promise<T> {
  const { request, deadline, metadata } = sent;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest<object, T>(
      path,
      (message) => messages.request.encode(message),
      (bytes) => messages.response.decode(bytes) as T,
      request,
      metadata,
      { deadline },
      (error, answer) => (error ? reject(error) : resolve(answer as T)),
    );
  });
}

function isReady(client: Client, deadline: number): Promise<boolean> {
  return new Promise((resolve) => client.waitForReady(deadline, (error) => resolve(!error)));
}

function isSecure(server: string): boolean {
  return server.startsWith('https://');
}

function hostOf(server: string): string {
  return new URL(server).host;
}

type CreateSsl = (ca: Buffer | null, key: Buffer | null, cert: Buffer | null) => ChannelCredentials;

async function secureCredentials(settings: EtcdSettings, create: CreateSsl): Promise<ChannelCredentials> {
  const { caFile, keyFile, certFile } = settings;
  const [ca, key, cert] = await Promise.all([readIfNamed(caFile), readIfNamed(keyFile), readIfNamed(certFile)]);
  return create(ca, key, cert);
}

async function readIfNamed(file: string): Promise<Buffer | null> {
  return file === '' ? null : readFile(file);
}
