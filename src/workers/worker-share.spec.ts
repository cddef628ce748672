import { ApiServerOptions } from '../options/index.js';
import { ownFile, takeShare } from './worker-share.js';

function shareOf(count: number, change: (options: ApiServerOptions) => void = () => {}): ApiServerOptions {
  const options = new ApiServerOptions();
  options.workers.count = count;
  change(options);
  takeShare(options, 2);
  return options;
}

describe('takeShare()', () => {
  it('divides limits by the number of workers, rounded down', () => {
    const { serving, audit } = shareOf(3);
    expect(serving).toMatchObject({ maxRequestsInFlight: 133, maxMutatingRequestsInFlight: 66, maxConnections: 1365 });
    expect(audit.webhookBatchThrottleQps).toBeCloseTo(10 / 3);
  });

  it('leaves one at least, and no limit where there was none', () => {
    const { serving } = shareOf(4, (options) => {
      options.serving.maxRequestsInFlight = 2;
      options.serving.maxConnections = 0;
    });
    expect(serving).toMatchObject({ maxRequestsInFlight: 1, maxConnections: 0 });
  });

  it('gives a worker an audit log of its own', () => {
    const { audit } = shareOf(2, (options) => void (options.audit.logPath = '/var/log/audit.log'));
    expect(audit.logPath).toBe('/var/log/audit-worker-2.log');
    expect(shareOf(2).audit.logPath).toBe('');
  });
});

describe('takeShare() of a log of decisions', () => {
  it('gives a worker a file of its own', () => {
    const { authorization } = shareOf(2, (options) => void (options.authorization.decisionLog = '/var/log/decisions'));
    expect(authorization.decisionLog).toBe('/var/log/decisions-worker-2');
    expect(shareOf(2).authorization.decisionLog).toBe('');
  });
});

describe('ownFile()', () => {
  it.each([
    ['/var/log/audit', '/var/log/audit-worker-1'],
    ['audit.json.log', 'audit.json-worker-1.log'],
  ])('names the file beside %s', (path, expected) => {
    expect(ownFile(path, 1)).toBe(expected);
  });
});
