import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../free-ports.js';
import { stepsOf } from './page-steps.js';
import { Walkthrough } from './walkthrough.js';

const MAIN = resolve('dist', 'src', 'main.js');
/** The ports that pages name; free ones replace them. */
const PORTS = ['6443', '9443', '8181', '7443'];
/** Pages that import packages which are installed with the server, or which they have their reader install. */
const IMPORTING: ReadonlySet<string> = new Set(['kms', 'cedar']);

/** The steps of a page, with free ports, and the port that its servers have without a flag. */
async function readPage(page: string) {
  const free = await freePorts(PORTS.length);
  const text = await readFile(resolve('docs', `${page}.md`), 'utf8');
  const steps = stepsOf(PORTS.reduce((changed, port, i) => changed.replaceAll(port, `${free[i]}`), text));
  return { steps, port: `${free[0]}` };
}

/**
 * Returns a function that does all that a page of the documentation says, in an empty folder for each test; a page has more
 * steps than `least`.
 */
export function pageWalk(): (page: string, least: number) => Promise<void> {
  let folder: string;
  let walkthrough: Walkthrough | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-walkthrough-'));
    await mkdir(join(folder, 'bin'));
    await symlink(MAIN, join(folder, 'bin', 'binnacle'));
  });

  afterEach(async () => {
    await walkthrough?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return async (page, least) => {
    if (IMPORTING.has(page)) await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const { steps, port } = await readPage(page);
    walkthrough = new Walkthrough(folder, '.', {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      ...{ HOME: join(folder, 'home'), BINNACLE_SECURE_PORT: port },
    });
    expect(steps.length).toBeGreaterThan(least);
    for (const step of steps) await walkthrough.take(step);
  };
}
