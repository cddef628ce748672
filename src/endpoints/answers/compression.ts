import { promisify } from 'node:util';
import { type Gzip, constants, createGzip, gzip } from 'node:zlib';

/** Pieces compressed at a time: the store writes on the same threads. */
const MOST_AT_ONCE = 2;
const LEVEL = constants.Z_BEST_SPEED;
const OUTPUT_BYTES = 64 * 1024;

const compress = promisify(gzip);
const waiting: (() => void)[] = [];
let running = 0;

/** Compresses an answer that is at hand. */
export function compressWhole(bytes: Buffer): Promise<Buffer> {
  return inTurn(() => compress(bytes, { level: LEVEL }));
}

/** Compresses an answer piece by piece; holds a piece and what became of it, never the answer. */
export class StreamCompressor {
  private readonly stream: Gzip = createGzip({ level: LEVEL, chunkSize: OUTPUT_BYTES });
  private output: Buffer[] = [];

  constructor() {
    this.stream.on('data', (bytes: Buffer) => this.output.push(bytes));
  }

  /** Takes a piece; resolves with what can be sent. */
  write(piece: Uint8Array): Promise<readonly Buffer[]> {
    return inTurn(() => this.settle((done) => this.stream.write(piece, done)));
  }

  /** Resolves with the rest. */
  async end(): Promise<readonly Buffer[]> {
    const ended = new Promise<void>((resolve, reject) => this.stream.once('end', resolve).once('error', reject));
    this.stream.end();
    await ended;
    return this.output;
  }

  /** Gives back its memory, wherever the answer ended. */
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

/** Does work on other threads, few at a time. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
