import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { OutboundError } from '../../outbound/index.js';
import type { ClientAnswerHead } from './transport.js';

type Headers = Record<string, string | string[]>;

/**
 * The response to a request that was made inside the process: what the server writes is read from `body`, no faster than
 * its reader asks for. It has the members of a ServerResponse that handlers use.
 */
export class InProcessResponse extends Writable {
  statusCode = 200;
  headersSent = false;
  readonly chunkedEncoding = false;
  /** Resolves when the status and headers are there; fails where the response ends without. */
  readonly head: Promise<ClientAnswerHead>;
  readonly body: Readable;
  private readonly headers: Headers = {};
  private resolveHead!: (head: ClientAnswerHead) => void;
  private rejectHead!: (error: Error) => void;
  private proceed: (() => void) | undefined;

  constructor() {
    super();
    this.head = new Promise((resolve, reject) => {
      this.resolveHead = resolve;
      this.rejectHead = reject;
    });
    // A reader that has gone does not wait for the head either.
    this.head.catch(() => {});
    this.body = new Readable({
      read: () => this.takeMore(),
      destroy: (error, done) => {
        this.destroy();
        done(error);
      },
    });
  }

  /** The same object, typed as handlers expect it. */
  get asServerResponse(): ServerResponse {
    return this as unknown as ServerResponse;
  }

  setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers[name.toLowerCase()] = typeof value === 'object' ? [...value] : String(value);
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers[name.toLowerCase()];
  }

  getHeaders(): Headers {
    return { ...this.headers };
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.headers;
  }

  removeHeader(name: string): void {
    delete this.headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.statusCode = status;
    for (const name in headers) if (headers[name] !== undefined) this.setHeader(name, headers[name]);
    this.flushHeaders();
    return this;
  }

  flushHeaders(): void {
    if (this.headersSent) return;
    this.headersSent = true;
    this.resolveHead({ status: this.statusCode, headers: this.headers });
  }

  /** Ignores the call: bodies arrive with their requests, and no client waits. */
  writeContinue(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.flushHeaders();
    // The server uses its buffers again as soon as they count as written.
    if (chunk.length === 0 || this.body.push(Buffer.from(chunk))) done();
    else this.proceed = done;
  }

  override _final(done: () => void): void {
    this.flushHeaders();
    this.body.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) {
      const broken = new OutboundError('reset', 'the response broke off', { cause: error ?? undefined });
      this.rejectHead(broken);
      if (!this.body.destroyed) this.body.destroy(broken);
    }
    done(null);
  }

  private takeMore(): void {
    const { proceed } = this;
    this.proceed = undefined;
    proceed?.();
  }
}
