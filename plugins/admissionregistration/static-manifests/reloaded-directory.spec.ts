import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/observability/index.js';
import { FakeClock } from '../../../src/testing/fake-clock.js';
import { ReloadedDirectory } from './reloaded-directory.js';

let path: string;
let seen: string[];
let failures: number;
let directory: ReloadedDirectory<string>;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'binnacle-directory-'));
  seen = [];
  failures = 0;
  directory = new ReloadedDirectory({
    path,
    extensions: ['.yaml', '.json'],
    parse: (files) => {
      const text = files.map((file) => file.text).join(' ');
      return text.includes('invalid') ? Promise.reject(new Error('invalid')) : Promise.resolve(text);
    },
    onReload: (text) => seen.push(text),
    onFailure: () => failures++,
    clock: new FakeClock(0),
    logger: createLogger({ isEnabled: false }),
  });
});

afterEach(async () => {
  directory.stop();
  await rm(path, { recursive: true, force: true });
});

const write = (name: string, content: string | Uint8Array): Promise<void> => writeFile(join(path, name), content);

describe('ReloadedDirectory.load()', () => {
  it('reads the files with its extensions in order of their names', async () => {
    await write('b.yaml', 'second');
    await write('a.JSON', 'first');
    await write('c.txt', 'third');
    await write('d.yaml', '');
    await mkdir(join(path, 'e.yaml'));
    const { content, hash } = await directory.load();
    expect(content).toBe('first second');
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('has no hash where no file has content', async () => {
    expect(await directory.load()).toEqual({ content: '', hash: '' });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a missing directory', () => rm(path, { recursive: true }), 'ENOENT'],
    ['a file that is a directory behind a link', () => symlink(path, join(path, 'a.yaml')), 'is not a file'],
    ['a link to nothing', () => symlink('nowhere', join(path, 'a.yaml')), 'ENOENT'],
    ['other text than UTF-8', () => write('a.yaml', Uint8Array.of(0xff)), 'is not UTF-8'],
    ['too much', () => write('a.yaml', Buffer.alloc(16 * 1024 * 1024 + 1)), 'more than 16777216 bytes'],
    ['too many files', () => writeMany(1001), 'more than 1000 files'],
  ])('fails for %s', async (_, prepare, fault) => {
    await prepare();
    await expect(directory.load()).rejects.toThrow(fault);
  });
});

async function writeMany(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await write(`${i}.yaml`, '');
}

describe('ReloadedDirectory.reload()', () => {
  beforeEach(async () => {
    await write('a.yaml', 'first');
    await directory.load();
  });

  it('takes over what has changed, and nothing else', async () => {
    await directory.reload();
    expect(seen).toEqual([]);
    await write('b.yaml', 'second');
    await directory.reload();
    await rm(join(path, 'a.yaml'));
    await directory.reload();
    expect(seen).toEqual(['first second', 'second']);
  });

  it('keeps the last content that is valid, and reports each attempt', async () => {
    await write('b.yaml', 'invalid');
    await Promise.all([directory.reload(), directory.reload()]);
    expect([seen, failures]).toEqual([[], 2]);
    await write('b.yaml', 'third');
    await directory.reload();
    expect(seen).toEqual(['first third']);
  });

  it('has no effect once it is stopped', async () => {
    await write('a.yaml', 'second');
    directory.stop();
    await directory.reload();
    expect(seen).toEqual([]);
  });
});
