import { JoinedFrames } from './joined-frames.js';

const [A, B, C] = ['{"a":1}\n', '{"b":"é"}\n', '{"c":3}\n'].map((text) => Buffer.from(text));

describe('JoinedFrames', () => {
  it('puts frames one behind the other', () => {
    expect(new JoinedFrames().join([A, B, C]).toString()).toBe('{"a":1}\n{"b":"é"}\n{"c":3}\n');
  });

  it('does not copy one that goes out alone', () => {
    expect(new JoinedFrames().join([A])).toBe(A);
  });

  it.each([
    ['one frame', [A], '8\r\n{"a":1}\n\r\n'],
    ['several, counted in bytes', [A, B], '13\r\n{"a":1}\n{"b":"é"}\n\r\n'],
    ['what needs more digits', [Buffer.alloc(300, 'x')], `12c\r\n${'x'.repeat(300)}\r\n`],
  ])('makes a chunk of %s', (_title, frames, expected) => {
    expect(new JoinedFrames().joinChunk(frames).toString()).toBe(expected);
  });

  it('makes the same bytes once, and others for other frames, whichever was first', () => {
    const joined = new JoinedFrames();
    const first = joined.joinChunk([A, B]);
    expect(joined.joinChunk([A, B])).toBe(first);
    expect(joined.joinChunk([A, C]).toString()).toContain('"c"');
    expect(joined.joinChunk([A]).toString()).toBe('8\r\n{"a":1}\n\r\n');
    expect(joined.joinChunk([B, A]).toString()).toBe('13\r\n{"b":"é"}\n{"a":1}\n\r\n');
    expect(joined.join([A, B]).toString()).toBe('{"a":1}\n{"b":"é"}\n');
  });
});
