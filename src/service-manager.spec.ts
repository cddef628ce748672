import { createLogger } from './observability/index.js';
import { serviceManagerOf } from './service-manager.js';

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
});
