import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type BrowserIdentity,
  browserWith,
  describeWithBrowserCertificates,
} from '../../support/browser-certificates.js';
import { type BuiltServer, startBuiltServer } from '../../support/built-server.js';
import { run } from '../../support/packed-package.js';
import { type ConsolePage, openConsole } from './console-page.js';

const MAIN = resolve('dist', 'src', 'main.js');

describeWithBrowserCertificates('the console for a browser with a client certificate', () => {
  let folder: string;
  let server: BuiltServer;
  let open: ConsolePage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-browser-'));
    server = await startBuiltServer(['--console', '--decision-trace']);
  });

  afterEach(() => open.close());

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function identity(user: string, group: string): Promise<BrowserIdentity> {
    const words = ['kubeconfig', '--user', user, '--group', group, `--data-dir=${server.dataDir}`];
    const { stdout } = await run(process.execPath, [MAIN, ...words]);
    const field = (name: string): string =>
      Buffer.from(new RegExp(`${name}: "?([\\w+/=]+)`).exec(stdout)![1], 'base64').toString();
    return {
      certificate: field('client-certificate-data'),
      key: field('client-key-data'),
      authority: await readFile(join(server.dataDir, 'certs', 'ca.crt'), 'utf8'),
    };
  }

  async function openAs(user: string, group: string): Promise<void> {
    const home = await mkdtemp(join(folder, 'home-'));
    open = await openConsole(server.url, await browserWith(home, await identity(user, group), server.url));
  }

  it('signs the user in without a question, and asks in that name', async () => {
    await openAs('jane', 'system:masters');
    await open.page.waitForSelector('.sidebar details');
    await open.go('#/access');
    await open.page.waitForSelector('[name=user]');
    expect(await open.page.$eval('[name=user]', (field) => (field as unknown as { value: string }).value)).toBe('jane');
    await open.click('May the user?');
    await open.shows('jane may get pods');
    await open.shows('system:masters');
    expect(open.faults).toEqual([]);
  });

  it('shows what the server denies to the user of the certificate', async () => {
    await openAs('joe', 'nobodies');
    await open.page.waitForSelector('.sidebar details');
    await open.go('#/r/core/secrets/default');
    await open.shows('User "joe" cannot list resource "secrets"');
    expect(open.faults).toEqual([]);
  });
});
