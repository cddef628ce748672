import { FrameReader } from './frame-reader.js';
import { MAX_FRAME_BYTES } from './protocol.js';

function frame(kind: number, text: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + text.length);
  head[4] = kind;
  return Buffer.concat([head, Buffer.from(text)]);
}

function readIn(pieces: readonly Buffer[]): string[] {
  const seen: string[] = [];
  const reader = new FrameReader((kind, payload) => seen.push(`${kind}:${payload.toString()}`));
  for (const piece of pieces) reader.take(piece);
  return seen;
}

describe('FrameReader', () => {
  const bytes = Buffer.concat([frame(1, 'one'), frame(2, ''), frame(3, 'x'.repeat(100))]);
  const expected = ['1:one', '2:', `3:${'x'.repeat(100)}`];

  it.each([1, 2, 3, 5, 7, 8, 64, 1000])('cuts the same frames out of pieces of %d bytes', (size) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    expect(readIn(pieces)).toEqual(expected);
  });

  it.each([0, MAX_FRAME_BYTES + 1])('refuses a frame of %d bytes before it is received', (length) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    expect(() => readIn([head, Buffer.from('x')])).toThrow('is not accepted');
  });
});
