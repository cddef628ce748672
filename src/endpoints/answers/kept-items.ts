import type { JoinedItems } from '../../codecs/index.js';
import type { CompressionQueue } from './compression.js';
import { type ZippedEnd, zipEnd } from './gzip-parts.js';

/** Items of a list that are kept, and compressed once for all who ask for that. */
export class KeptItems implements JoinedItems {
  readonly length: number;
  private zipping: Promise<ZippedEnd> | undefined;

  constructor(
    readonly pieces: readonly Uint8Array[],
    readonly count: number,
    /** Called with the additional bytes, once they are compressed. */
    private readonly onZipped: (bytes: number) => void,
  ) {
    this.length = lengthOf(pieces);
  }

  /** Returns the items as the end of a gzip stream. */
  zipped(queue: Pick<CompressionQueue, 'inTurn'>): Promise<ZippedEnd> {
    return (this.zipping ??= this.zip(queue));
  }

  private async zip(queue: Pick<CompressionQueue, 'inTurn'>): Promise<ZippedEnd> {
    try {
      const end = await zipEnd(this.pieces, queue);
      this.onZipped(lengthOf(end.pieces));
      return end;
    } catch (error) {
      this.zipping = undefined;
      throw error;
    }
  }
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
