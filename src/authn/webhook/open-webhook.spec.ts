import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { ApiServerOptions, OptionsError } from '../../options/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { openWebhook } from './open-webhook.js';

describe('openWebhook()', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-webhook-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  function open(tokenWebhookConfigFile: string): ReturnType<typeof openWebhook> {
    const options = new ApiServerOptions();
    Object.assign(options.authentication, { tokenWebhookConfigFile });
    const [clock, logger] = [new FakeClock(), createLogger({ isEnabled: false })];
    return openWebhook({ options, clock, logger, metrics: new MetricsRegistry() });
  }

  it('makes none where the options name no file', async () => expect(await open('')).toBeUndefined());

  it('names the flag and the file of a kubeconfig that cannot be read, with one line of the reason', async () => {
    const path = join(directory, 'webhook');
    await writeFile(path, 'clusters: [\n  - }\n');
    const failed: unknown = await open(path).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OptionsError);
    expect((failed as OptionsError).problems).toEqual([
      {
        option: `--authentication-token-webhook-config-file: ${path}`,
        message: 'is not YAML: missed comma between flow collection entries (2:3)',
        remedy: 'Give a kubeconfig whose current context leads to the webhook.',
      },
    ]);
  });
});
