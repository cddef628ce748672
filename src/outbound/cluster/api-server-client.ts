import { cutText, parseExactJson, stringifyExactJson } from '../../apimachinery/index.js';
import type { ConnectionSource } from '../connection.js';
import { OutboundClient, type OutboundAnswer, type OutboundParts, type OutboundRequest } from '../outbound-client.js';
import { OutboundError } from '../outbound-error.js';
import { linesOf } from './json-lines.js';

/** An object of another API server, as its JSON says; integers beyond 2^53 are bigint. */
export interface RemoteObject {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string };
  readonly [member: string]: unknown;
}

/** One page of a list. */
export interface RemotePage {
  readonly items: readonly RemoteObject[];
  readonly resourceVersion: string;
  /** Empty after the last page. */
  readonly continueToken: string;
}

/** One message of a watch; the object of an ERROR is a Status. */
export interface RemoteEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: RemoteObject;
}

/** The parameters of a watch. */
export interface RemoteWatch {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Seconds after which the other server ends it. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Milliseconds for a request, and for the headers of a watch. */
const TIMEOUT = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Watches at a time; what is beyond waits. */
const MAX_WATCHES = 256;
const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** Milliseconds after its end that a watch is given up without having ended. */
const SILENCE = 30_000;

/** Characters of a message that are logged. */
const LONGEST_MESSAGE = 500;

const USER_AGENT = { 'user-agent': `binnacle (${process.platform}/${process.arch})` };
const WHOLE = { object: 'application/json', list: 'application/json' };
const METADATA = { object: metadataAs('PartialObjectMetadata'), list: metadataAs('PartialObjectMetadataList') };

/** How a client asks. */
export interface ApiServerClientSettings extends OutboundParts {
  /** True if only the metadata of objects is asked for; a server that cannot send it alone sends whole objects. */
  readonly isMetadataOnly?: boolean;
}

/** A client of another API server. Fails with OutboundError, whose `status` is that of the answer where there is one. */
export class ApiServerClient {
  private readonly requests: OutboundClient;
  private readonly forms: Readonly<Record<'object' | 'list', string>>;

  constructor(source: ConnectionSource, { isMetadataOnly = false, ...parts }: ApiServerClientSettings) {
    this.forms = isMetadataOnly ? METADATA : WHOLE;
    const limits = { maxAnswerBytes: MAX_ANSWER_BYTES, maxStreamConnections: MAX_WATCHES };
    this.requests = new OutboundClient(source, { ...parts, limits });
  }

  /** Reads an object or a document; undefined if there is none. */
  async get<T extends object = RemoteObject>(path: string): Promise<T | undefined> {
    const answer = await this.send({ method: 'GET', path });
    if (answer.status === 404) return undefined;
    return jsonOf(checked(answer)) as T;
  }

  /** Reads one page of a list. */
  async page(path: string, query: Readonly<Record<string, string>>): Promise<RemotePage> {
    const list = jsonOf(
      checked(await this.send({ method: 'GET', path, query, headers: { accept: this.forms.list } })),
    ) as {
      items?: RemoteObject[];
      metadata?: { resourceVersion?: string; continue?: string };
    };
    const { resourceVersion = '', continue: continueToken = '' } = list.metadata ?? {};
    return { items: list.items ?? [], resourceVersion, continueToken };
  }

  /** Changes an object by a JSON merge patch. */
  async mergePatch(path: string, patch: object): Promise<void> {
    const headers = { 'content-type': 'application/merge-patch+json' };
    checked(await this.send({ method: 'PATCH', path, headers, body: stringifyExactJson(patch) }));
  }

  /** Deletes an object, with options. */
  async delete(path: string, options: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    checked(await this.send({ method: 'DELETE', path, headers, body: stringifyExactJson(options) }));
  }

  /** Returns the messages of a watch, until it ends. Fails where it is refused or breaks off. */
  async *watch({ path, query, seconds, signal }: RemoteWatch): AsyncGenerator<RemoteEvent> {
    const { status, body } = await this.requests.stream({
      method: 'GET',
      path,
      query: { ...query, watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: String(seconds) },
      headers: { ...USER_AGENT, accept: this.forms.object },
      timeout: TIMEOUT,
      silence: seconds * 1000 + SILENCE,
      signal,
    });
    try {
      if (status !== 200) throw refused(status);
      for await (const line of linesOf(body, MAX_EVENT_BYTES)) yield parse(line) as RemoteEvent;
    } catch (error) {
      throw OutboundError.from(error);
    } finally {
      body.on('error', () => {}).destroy();
    }
  }

  /** Closes the connections once what runs on them has ended. */
  close(): Promise<void> {
    return this.requests.close();
  }

  private send({ headers, ...request }: Omit<OutboundRequest, 'timeout'>): Promise<OutboundAnswer> {
    return this.requests.send({
      ...request,
      headers: { ...USER_AGENT, accept: this.forms.object, ...headers },
      timeout: TIMEOUT,
    });
  }
}

function checked(answer: OutboundAnswer): OutboundAnswer {
  if (answer.status < 200 || answer.status > 299) throw refused(answer.status, messageIn(answer));
  return answer;
}

function refused(status: number, detail?: string): OutboundError {
  return new OutboundError('status', `the answer has status code ${status}`, { status, detail });
}

/** The message of a Status, shortened; undefined for other bodies. */
function messageIn(answer: OutboundAnswer): string | undefined {
  try {
    const { kind, message } = jsonOf(answer) as { readonly kind?: unknown; readonly message?: unknown };
    return kind === 'Status' && typeof message === 'string' ? cutText(message, LONGEST_MESSAGE) : undefined;
  } catch {
    return undefined;
  }
}

function jsonOf({ body }: OutboundAnswer): object {
  return parse(body.toString('utf8'));
}

function parse(text: string): object {
  try {
    const value = parseExactJson(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, without the text.
  }
  throw new OutboundError('malformed', 'the answer is no JSON object');
}

function metadataAs(kind: string): string {
  return `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
}
