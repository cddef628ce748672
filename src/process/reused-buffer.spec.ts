import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReusedBuffer } from './reused-buffer.js';

describe('ReusedBuffer', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-buffer-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  async function file(name: string, content: Buffer): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  }

  it('reads one file after the other, each as long as it is, into the same memory', async () => {
    const buffer = new ReusedBuffer();
    const long = buffer.read(await file('long', Buffer.alloc(100, 'a')));
    expect(long.toString()).toBe('a'.repeat(100));
    const short = buffer.read(await file('short', Buffer.from('b')));
    expect(short.toString()).toBe('b');
    expect(short.buffer).toBe(long.buffer);
    expect(buffer.read(await file('empty', Buffer.alloc(0)))).toHaveLength(0);
  });

  it('grows for a longer file', async () => {
    const content = Buffer.alloc((4 << 20) + 1, 'c');
    expect(new ReusedBuffer().read(await file('longest', content)).equals(content)).toBe(true);
  });

  it('takes new memory after it was released', async () => {
    const buffer = new ReusedBuffer();
    const path = await file('some', Buffer.from('some'));
    const before = buffer.read(path);
    buffer.release();
    expect(buffer.read(path).buffer).not.toBe(before.buffer);
    expect(before.toString()).toBe('some');
  });

  it('releases its memory by itself when no file is read any more', async () => {
    const buffer = new ReusedBuffer(20);
    const path = await file('some', Buffer.from('some'));
    const before = buffer.read(path);
    expect(buffer.read(path).buffer).toBe(before.buffer);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(buffer.read(path).buffer).not.toBe(before.buffer);
    buffer.release();
  });

  it('fails for a file that is not there', () => {
    expect(() => new ReusedBuffer().read(join(directory, 'none'))).toThrow('ENOENT');
  });
});
