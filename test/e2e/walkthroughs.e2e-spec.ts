import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWithEtcd } from '../support/etcd.js';
import { freePorts } from '../support/free-ports.js';
import { describeWithKubectl } from '../support/kubectl.js';
import { stepsOf } from '../support/walkthrough/page-steps.js';
import { Walkthrough } from '../support/walkthrough/walkthrough.js';

const MAIN = resolve('dist', 'src', 'main.js');
/** The ports that pages name; free ones replace them. */
const PORTS = ['6443', '9443', '8181', '7443'];

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
    // Pages may import the packages that are installed with the server.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  });

  afterEach(async () => {
    await walkthrough?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Does all that a page says. */
  async function walk(page: string, least: number): Promise<void> {
    const { steps, port } = await readPage(page);
    walkthrough = new Walkthrough(folder, '.', {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      ...{ HOME: join(folder, 'home'), BINNACLE_SECURE_PORT: port },
    });
    expect(steps.length).toBeGreaterThan(least);
    for (const step of steps) await walkthrough.take(step);
  }

  it.each([
    ['oidc-walkthrough', 20],
    ['access-plugin', 10],
    ['workloads', 9],
    ['encryption-at-rest', 20],
    ['admission-webhooks', 20],
    ['backup-and-restore', 25],
    ['workers', 8],
    ['kms', 15],
    ['cedar', 25],
    ['openfga', 12],
    ['rotating-certificates-and-keys', 20],
  ])('docs/%s.md works from the first to the last line', walk, 120_000);

  // Debian's etcd is not on every machine; CI installs it.
  describeWithEtcd('with etcd', () => {
    it.each([
      ['moving-a-store', 20],
      ['replicas', 15],
    ])('docs/%s.md works from the first to the last line', walk, 120_000);
  });

  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!runsTypeScript) process.stderr.write('skipped: this Node.js runs no TypeScript (22.18 and later do)\n');
  (runsTypeScript ? it : it.skip)(
    'docs/webhooks-in-typescript.md works from the first to the last line',
    () => walk('webhooks-in-typescript', 9),
    120_000,
  );

  // Installs 130 MB from the registry.
  const itWithSpiceDb = process.env.BINNACLE_TEST_SPICEDB === '1' ? it : it.skip;
  itWithSpiceDb('docs/spicedb.md works from the first to the last line', () => walk('spicedb', 9), 240_000);
});
