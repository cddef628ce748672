import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../observability/index.js';
import { reloadNotifying, serviceManagerOf } from './service-manager.js';

describe('serviceManagerOf()', () => {
  it('is undefined without NOTIFY_SOCKET', () => {
    expect(serviceManagerOf({}, createLogger({ isEnabled: false }))).toBeUndefined();
  });

  it('hides the socket from other programs, and logs what could not be sent', async () => {
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const environment: NodeJS.ProcessEnv = { NOTIFY_SOCKET: '/run/notify', PATH: '/absent' };
    await serviceManagerOf(environment, logger)?.notify('READY=1');
    expect(environment).toEqual({ PATH: '/absent' });
    expect(lines.join('')).toContain('was not notified');
  });

  it('sends the assignments of a reload together, with the time, and is ready after it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'notify-'));
    const script = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${directory}/sent\n`;
    writeFileSync(join(directory, 'systemd-notify'), script, { mode: 0o755 });
    const environment = { NOTIFY_SOCKET: '/run/notify', PATH: `${directory}:/bin:/usr/bin` };
    const sent = (): string[] => readFileSync(join(directory, 'sent'), 'utf8').trim().split('\n');
    const before = process.hrtime.bigint() / 1000n;
    try {
      await reloadNotifying(serviceManagerOf(environment, createLogger({ isEnabled: false })), async () => {
        expect(sent()).toEqual([expect.stringMatching(/^\/run\/notify RELOADING=1 MONOTONIC_USEC=\d+$/)]);
      });
      const [reloading, ready] = sent();
      expect(ready).toBe('/run/notify READY=1');
      expect(BigInt(reloading.split('MONOTONIC_USEC=')[1])).toBeGreaterThanOrEqual(before);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('reloads without a manager, too', async () => {
    let count = 0;
    await reloadNotifying(undefined, async () => void count++);
    expect(count).toBe(1);
  });
});
