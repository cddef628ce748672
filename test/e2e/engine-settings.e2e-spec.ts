import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBuiltServer } from '../support/built-server.js';

/** Writes the size of the young generation when the process ends. */
const REPORT = `import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
process.on('exit', () => {
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  writeFileSync(new URL('young', import.meta.url), String(space_size));
});`;

describe('the settings of the engine', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-engine-'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('leave the young generation small during a start', async () => {
    const preload = join(directory, 'report.mjs');
    await writeFile(preload, REPORT);
    const server = await startBuiltServer([], { nodeFlags: [`--import=${pathToFileURL(preload).href}`] });
    await server.stop();
    expect(Number(await readFile(join(directory, 'young'), 'utf8'))).toBeLessThan(8e6);
  });
});
