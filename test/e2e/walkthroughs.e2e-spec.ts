import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../support/free-ports.js';
import { describeWithKubectl } from '../support/kubectl.js';
import { stepsOf } from '../support/walkthrough/page-steps.js';
import { Walkthrough } from '../support/walkthrough/walkthrough.js';

const MAIN = resolve('dist', 'src', 'main.js');
/** The ports that pages name; free ones replace them. */
const PORTS = ['6443', '9443', '8181'];

/** The steps of a page, with free ports, and the port that its servers have without a flag. */
async function readPage(page: string) {
  const free = await freePorts(PORTS.length);
  const text = await readFile(resolve('docs', `${page}.md`), 'utf8');
  const steps = stepsOf(PORTS.reduce((changed, port, i) => changed.replaceAll(port, `${free[i]}`), text));
  return { steps, port: `${free[0]}` };
}

describeWithKubectl('walkthroughs', () => {
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
  }, 30_000);

  it.each([
    ['oidc-walkthrough', 20],
    ['access-plugin', 10],
  ])(
    'docs/%s.md works from the first to the last line',
    async (page, least) => {
      const { steps, port } = await readPage(page);
      walkthrough = new Walkthrough(folder, '.', {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        ...{ HOME: join(folder, 'home'), BINNACLE_SECURE_PORT: port },
      });
      expect(steps.length).toBeGreaterThan(least);
      for (const step of steps) await walkthrough.take(step);
    },
    120_000,
  );
});
