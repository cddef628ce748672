const EMPTY = Buffer.alloc(0);
const END_OF_HEADERS = '\r\n\r\n';

/** Finds where HTTP/1.1 answers end in a stream of bytes, with as little work as that takes. */
export class AnswerReader {
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
    this.keepBody = false;
    this.reset();
  }

  reset() {
    this.pending = EMPTY;
    this.parts = [];
    this.left = -1;
    this.isChunked = false;
  }

  read(chunk) {
    let data = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pending = EMPTY;
    if (this.left < 0 && !this.isChunked) data = this.readHeaders(data);
    if (data === undefined) return;
    if (this.isChunked) this.readChunks(data);
    else this.readLength(data);
  }

  readHeaders(data) {
    const end = data.indexOf(END_OF_HEADERS);
    if (end < 0) {
      this.pending = data;
      return undefined;
    }
    this.headers = data.latin1Slice(0, end).toLowerCase();
    this.status = Number(this.headers.slice(9, 12));
    this.isChunked = this.headers.includes('transfer-encoding: chunked');
    this.left = this.isChunked ? 0 : Number(/content-length: (\d+)/.exec(this.headers)?.[1] ?? 0);
    return data.subarray(end + END_OF_HEADERS.length);
  }

  readLength(data) {
    this.keep(data);
    this.left -= data.length;
    if (this.left <= 0) this.finish();
  }

  /** Reads chunks. `left` counts what is missing of the chunk and of the line end behind it. */
  readChunks(data) {
    let at = 0;
    while (at < data.length) {
      if (this.left > 0) {
        const taken = Math.min(this.left, data.length - at);
        this.keep(data.subarray(at, at + Math.max(0, Math.min(taken, this.left - 2))));
        this.left -= taken;
        at += taken;
        continue;
      }
      const end = data.indexOf('\r\n', at);
      if (end < 0) break;
      const size = parseInt(data.latin1Slice(at, end), 16);
      // The last chunk is empty and followed by an empty line.
      if (size === 0 && data.length >= end + 4) return this.finish();
      if (size === 0) break;
      this.left = size + 2;
      at = end + 2;
    }
    this.pending = data.subarray(at);
  }

  keep(data) {
    if (this.keepBody && data.length > 0) this.parts.push(Buffer.from(data));
  }

  finish() {
    const body = this.keepBody ? Buffer.concat(this.parts) : undefined;
    this.reset();
    this.onAnswer(this.status, body);
  }
}
