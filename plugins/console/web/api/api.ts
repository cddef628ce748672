import { ApiError, errorOf } from './api-error.js';
import { Credentials } from './credentials.js';
import { jsonLines } from './json-lines.js';

/** The media type of YAML: the server parses and writes it, so the console ships no YAML parser. */
export const YAML = 'application/yaml';

/** One request. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A list is one parameter for each of its texts. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called when a stream has begun. */
  readonly onOpen?: () => void;
}

/** A response whose body was read. */
export interface ApiAnswer {
  readonly text: string;
  readonly headers: Headers;
  readonly ms: number;
}

/** Receives events that concern all views. */
export interface ApiListener {
  /** Called with every warning of the server. */
  readonly onWarning?: (text: string) => void;
  /** Called when the server does not know the user any more. */
  readonly onUnauthorized?: () => void;
}

/** Sends requests as the user of the console. */
export class Api {
  constructor(
    private readonly credentials = new Credentials(),
    private readonly listener: ApiListener = {},
  ) {}

  /** Reads JSON. Throws ApiError. */
  async json<T = object>(request: ApiRequest): Promise<T> {
    const { text } = await this.text(request);
    try {
      return JSON.parse(text) as T;
    } catch (fault) {
      throw ApiError.from(fault);
    }
  }

  /** Reads text. Throws ApiError. */
  async text(request: ApiRequest): Promise<ApiAnswer> {
    const began = performance.now();
    const response = await this.send(request);
    const text = await answered(response.text());
    if (!response.ok) throw errorOf(response.status, text, response.headers);
    return { text, headers: response.headers, ms: performance.now() - began };
  }

  /**
   * Reads YAML, by a request without effects. One that was refused is sent again, for a Status in JSON: the console does not read
   * YAML. Throws ApiError.
   */
  async yaml(request: ApiRequest): Promise<string> {
    try {
      return (await this.text({ ...request, accept: YAML })).text;
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.code === 0) throw fault;
      await this.text(request);
      // It was refused once, and not any more.
      return (await this.text({ ...request, accept: YAML })).text;
    }
  }

  /** Reads the objects of a watch as they come, until the response ends. Throws ApiError. */
  async *stream<T>(request: ApiRequest): AsyncGenerator<T> {
    const response = await this.send(request);
    if (!response.ok || !response.body) throw errorOf(response.status, await response.text());
    request.onOpen?.();
    yield* jsonLines<T>(response.body);
  }

  /** Reads text as it comes, until the response ends. Throws ApiError. */
  async *chunks(request: ApiRequest): AsyncGenerator<string> {
    const response = await this.send(request);
    if (!response.ok || !response.body) throw errorOf(response.status, await response.text());
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  /** Opens a WebSocket as the user. Pages cannot set its headers, so the token is a subprotocol. */
  socket({ path, query }: ApiRequest, protocols: readonly string[]): WebSocket {
    const url = new URL(`${path}${queryText(query)}`, this.credentials.server || location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, [...protocols, ...this.credentials.protocols()]);
    socket.binaryType = 'arraybuffer';
    return socket;
  }

  private async send(request: ApiRequest): Promise<Response> {
    const { method = 'GET', path, query, body, signal } = request;
    const sent = fetch(`${this.credentials.server}${path}${queryText(query)}`, {
      method,
      headers: this.headersOf(request),
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
    });
    const response = await answered(sent);
    for (const text of warningsIn(response.headers.get('warning') ?? '')) this.listener.onWarning?.(text);
    if (response.status === 401) this.listener.onUnauthorized?.();
    return response;
  }

  private headersOf({ accept = 'application/json', contentType, body, headers }: ApiRequest): Record<string, string> {
    return {
      accept,
      // Pages of other sites cannot send it without being asked first.
      'x-requested-with': 'binnacle-console',
      ...this.credentials.headers(),
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
      ...headers,
    };
  }
}

/** Waits for a part of a response. Throws ApiError where the connection failed. */
async function answered<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (fault) {
    throw ApiError.unanswered(fault);
  }
}

function queryText(query: ApiRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value = '']) =>
    [value].flat().flatMap((text) => (text === '' ? [] : [[name, text]])),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Returns the texts of a Warning header: `299 - "text"`, several with commas. */
export function warningsIn(header: string): string[] {
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text.replace(/\\(.)/g, '$1'));
}
