import { EventEmitter } from 'node:events';
import { type AnswerResources as Resources, AnswerResources, type RequestContext } from '../../src/endpoints/index.js';

const RESOURCES = new AnswerResources();

/** The parameters of a gathered answer besides the method of its request. */
export interface ExchangeOptions {
  /** The header `accept-encoding`; undefined where the client sends none. */
  readonly encodings?: string;
  /** False where nothing is compressed, whatever clients accept. */
  readonly compresses?: boolean;
  /** True if the response has room for every piece; otherwise the sender has to wait for its client. */
  readonly hasRoom?: boolean;
  /** True if the client reads nothing of what is in transit. */
  readonly isStuck?: boolean;
  readonly shared?: Partial<Resources>;
}

/** A request whose answer is gathered, without a connection. */
export class AnswerExchange {
  status = 0;
  ended = false;
  headers: object = {};
  /** The written pieces as they were given. */
  readonly pieces: Uint8Array[] = [];
  readonly sent: Buffer[] = [];
  /** How often the response had no room. */
  waits = 0;
  readonly response = Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
    writableLength: Infinity,
    end: () => this.over(),
  });
  private readonly client = new AbortController();

  constructor(
    private readonly method = 'GET',
    private readonly options: ExchangeOptions = {},
  ) {}

  get context(): RequestContext {
    const { encodings, compresses = encodings !== undefined, shared } = this.options;
    return {
      method: this.method,
      headers: { 'accept-encoding': encodings },
      signal: this.client.signal,
      compresses,
      shared: Object.assign(Object.create(RESOURCES) as Resources, shared),
      response: this.response,
      writeHead: (status: number, headers: object) => void Object.assign(this, { status, headers }),
      send: (status: number, { body }: { body: Buffer }, headers = {}) => {
        Object.assign(this, { status, headers });
        this.end(body);
      },
      write: (piece: Uint8Array, sent?: () => void) => this.take(piece, sent),
      end: (piece: Uint8Array, sent?: () => void) => this.end(piece, sent),
    } as unknown as RequestContext;
  }

  /** All that was sent. */
  get body(): Buffer {
    return Buffer.concat(this.sent);
  }

  /** The client goes away. */
  abort(): void {
    this.client.abort();
    this.response.emit('close');
  }

  private take(piece: Uint8Array, sent?: () => void): boolean {
    this.gather(piece, sent);
    if (this.options.hasRoom) return true;
    this.waits += 1;
    if (!this.options.isStuck) setImmediate(() => this.response.emit('drain'));
    return false;
  }

  private end(piece: Uint8Array, sent?: () => void): void {
    this.gather(piece, sent);
    this.over();
  }

  private gather(piece: Uint8Array, sent?: () => void): void {
    this.pieces.push(piece);
    this.sent.push(Buffer.from(piece));
    sent?.();
  }

  private over(): void {
    this.ended = true;
    this.response.emit('close');
  }
}
