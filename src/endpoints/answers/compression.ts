import { promisify } from 'node:util';
import { type Gzip, constants, createGzip, gzip } from 'node:zlib';

/** Pieces compressed at a time: the store writes on the same threads. */
const MOST_AT_ONCE = 2;
const LEVEL = constants.Z_BEST_SPEED;
const OUTPUT_BYTES = 64 * 1024;

const compress = promisify(gzip);

/** The compression of a server's answers on other threads, few at a time. */
export class CompressionQueue {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  /** Compresses an answer that is at hand. */
  whole(bytes: Buffer): Promise<Buffer> {
    return this.inTurn(() => compress(bytes, { level: LEVEL }));
  }

  /** Compresses an answer piece by piece. */
  stream(): StreamCompressor {
    return new StreamCompressor(this);
  }

  /** Runs work on other threads when it is its turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** Compresses an answer piece by piece; holds a piece and what became of it, never the answer. */
class StreamCompressor {
  private readonly stream: Gzip = createGzip({ level: LEVEL, chunkSize: OUTPUT_BYTES });
  private output: Buffer[] = [];

  constructor(private readonly queue: Pick<CompressionQueue, 'inTurn'>) {
    this.stream.on('data', (bytes: Buffer) => this.output.push(bytes));
  }

  /** Takes a piece; resolves with what can be sent. */
  write(piece: Uint8Array): Promise<readonly Buffer[]> {
    return this.queue.inTurn(() => this.settle((done) => this.stream.write(piece, done)));
  }

  /** Resolves with the rest. */
  async end(): Promise<readonly Buffer[]> {
    const ended = new Promise<void>((resolve, reject) => this.stream.once('end', resolve).once('error', reject));
    this.stream.end();
    await ended;
    return this.output;
  }

  /** Releases its memory, wherever the response ended. */
  close(): void {
    this.stream.destroy();
  }

  private async settle(work: (done: (error?: Error | null) => void) => void): Promise<readonly Buffer[]> {
    await new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
    const { output } = this;
    this.output = [];
    return output;
  }
}
