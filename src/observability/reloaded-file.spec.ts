import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '../testing/fake-clock.js';
import { createLogger } from './logger.js';
import { requestReload } from './reload-requests.js';
import { ReloadedFile } from './reloaded-file.js';

let directory: string;
let path: string;
let seen: string[];
let read: () => void;
let file: ReloadedFile<string>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-reloaded-'));
  path = join(directory, 'file');
  await writeFile(path, 'first');
  seen = [];
  file = new ReloadedFile({
    path,
    parse: (text) => {
      if (text === 'invalid') throw new Error('invalid');
      return text;
    },
    onReload: (text) => {
      seen.push(text);
      read();
    },
    onFailure: () => read(),
    // Neither the watch of the directory nor the period comes to pass.
    clock: new FakeClock(0),
    logger: createLogger({ isEnabled: false }),
  });
  await file.load();
  file.start();
});

afterEach(async () => {
  file.stop();
  await rm(directory, { recursive: true });
});

async function changeTo(text: string): Promise<void> {
  await writeFile(path, text);
  const done = new Promise<void>((resolve) => (read = resolve));
  void requestReload();
  await done;
}

describe('ReloadedFile, on request', () => {
  it('is read again at once', async () => {
    await changeTo('second');
    expect(seen).toEqual(['second']);
  });

  it('keeps the last content that is valid', async () => {
    await changeTo('invalid');
    await changeTo('third');
    expect(seen).toEqual(['third']);
  });

  it('is not read once it is not followed any more', async () => {
    file.stop();
    await writeFile(path, 'fourth');
    void requestReload();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toEqual([]);
  });
});
