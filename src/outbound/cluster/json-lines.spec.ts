import { linesOf } from './json-lines.js';

async function read(chunks: readonly string[], maxBytes = 100): Promise<string[]> {
  const lines: string[] = [];

  async function* stream(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  for await (const line of linesOf(stream(), maxBytes)) lines.push(line);
  return lines;
}

describe('linesOf()', () => {
  it.each<[string, string[], string[]]>([
    ['lines of one chunk', ['a\nbc\n'], ['a', 'bc']],
    ['a line of several chunks', ['a', 'b', 'c\nd', '\n'], ['abc', 'd']],
    ['an end in a chunk of its own', ['ab', '\n'], ['ab']],
    ['empty lines', ['\n\na\n'], ['', '', 'a']],
    ['no incomplete last line', ['a\nb'], ['a']],
    ['nothing of an empty stream', [], []],
  ])('reads %s', async (_, chunks, lines) => {
    expect(await read(chunks)).toEqual(lines);
  });

  it('puts characters together that chunks separate', async () => {
    const bytes = Buffer.from('ä\n');
    const lines: string[] = [];

    async function* stream(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 1);
      yield bytes.subarray(1);
    }
    for await (const line of linesOf(stream(), 10)) lines.push(line);
    expect(lines).toEqual(['ä']);
  });

  it('refuses a line that is too large, whatever its chunks', async () => {
    await expect(read(['aaa', 'bbb', 'ccc\n'], 5)).rejects.toMatchObject({ fault: 'too-large' });
    expect(await read(['aaaaa\n', 'bbbbb\n'], 5)).toEqual(['aaaaa', 'bbbbb']);
  });
});
