import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../support/free-ports.js';
import { describeWithKubectl } from '../support/kubectl.js';
import { type PackageRegistry, startPackageRegistry } from '../support/package-registry.js';
import { packInto } from '../support/packed-package.js';
import { stepsOf } from '../support/walkthrough/page-steps.js';
import { Walkthrough } from '../support/walkthrough/walkthrough.js';

const PAGE = resolve('docs', 'tutorial.md');

/** npm gets the packages that are installed here; sqlite3 is compiled already. */
const npmSettings = (registry: string, cache: string): NodeJS.ProcessEnv => ({
  npm_config_registry: registry,
  npm_config_cache: cache,
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
});

describeWithKubectl('the tutorial', () => {
  let folder: string;
  let registry: PackageRegistry;
  let walkthrough: Walkthrough | undefined;
  let page: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-tutorial-'));
    registry = await startPackageRegistry();
    await packInto(folder);
    const [server, extension] = await freePorts(2);
    page = (await readFile(PAGE, 'utf8')).replaceAll('6443', `${server}`).replaceAll('8443', `${extension}`);
    walkthrough = new Walkthrough(folder, 'harbor', {
      ...{ PATH: process.env.PATH, HOME: join(folder, 'home'), NO_COLOR: '1', BINNACLE_SECURE_PORT: `${server}` },
      ...npmSettings(registry.url, join(folder, 'cache')),
    });
  });

  afterAll(async () => {
    await walkthrough?.close();
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('leads from an empty folder to a plugin in a cluster, by what it says from the first to the last line', async () => {
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(40);
    for (const step of steps) await walkthrough!.take(step);
  }, 600_000);
});
