import { checkAudit } from './audit-checks.js';
import { AuditOptions } from './audit-options.js';
import { parseOptions } from './parse-options.js';

const faultsOf = (options: Partial<AuditOptions>): string[] =>
  checkAudit({ audit: Object.assign(new AuditOptions(), options) }).map(({ message }) => message);

const LOG = { logPath: '/tmp/audit.log' };
const WEBHOOK = { webhookConfigFile: '/tmp/webhook' };

describe('checkAudit()', () => {
  it('accepts the defaults, and checks nothing of a backend that is not used', () => {
    expect([faultsOf({}), faultsOf({ ...LOG, ...WEBHOOK })]).toEqual([[], []]);
    expect(faultsOf({ logMode: 'x', logFormat: 'x', webhookVersion: 'x' })).toEqual([]);
  });

  it.each<[Partial<AuditOptions>, string]>([
    [{ ...LOG, logMode: 'later' }, 'invalid audit log mode later, allowed modes are "batch,blocking,blocking-strict"'],
    [
      { ...LOG, logMode: 'batch', logBatchBufferSize: 0 },
      'invalid audit batch log buffer size 0, must be a positive number',
    ],
    [
      { ...WEBHOOK, webhookBatchMaxSize: -1 },
      'invalid audit batch webhook max batch size -1, must be a positive number',
    ],
    [
      { ...WEBHOOK, webhookBatchThrottleQps: 0 },
      'invalid audit batch webhook throttle QPS 0, must be a positive number',
    ],
    [
      { ...WEBHOOK, webhookBatchThrottleBurst: 0 },
      'invalid audit batch webhook throttle burst 0, must be a positive number',
    ],
    [{ ...LOG, logTruncateMaxEventSize: 0 }, 'invalid audit truncate log max event size 0, must be a positive number'],
    [
      { ...WEBHOOK, webhookTruncateMaxBatchSize: 5, webhookTruncateMaxEventSize: 10 },
      'invalid audit truncate webhook max batch size 5, must be greater than max event size (10)',
    ],
    [{ ...LOG, logVersion: 'audit.k8s.io/v1beta1' }, 'invalid group version, allowed versions are ["audit.k8s.io/v1"]'],
    [{ ...LOG, logVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [{ ...LOG, logFormat: 'text' }, 'invalid audit log format text, allowed formats are "legacy,json"'],
    [{ ...LOG, logMaxAge: -1 }, "--audit-log-maxage -1 can't be a negative number"],
    [{ ...LOG, logMaxBackup: -2 }, "--audit-log-maxbackup -2 can't be a negative number"],
    [{ ...LOG, logMaxSize: -3 }, "--audit-log-maxsize -3 can't be a negative number"],
  ])('rejects %j', (options, message) => {
    expect(faultsOf(options)).toEqual([message]);
  });

  it('does not check the batches of a backend that has none', () => {
    expect(faultsOf({ ...LOG, logMode: 'blocking', logBatchBufferSize: 0 })).toEqual([]);
    expect(faultsOf({ ...WEBHOOK, webhookBatchThrottleEnable: false, webhookBatchThrottleQps: 0 })).toEqual([]);
  });
});

describe('the flags of audit', () => {
  it('set the options of both backends', async () => {
    const flags = ['--audit-log-path=-', '--audit-log-maxage=3', '--audit-log-batch-throttle-qps=2.5'];
    const parsed = await parseOptions([...flags, '--audit-webhook-batch-initial-backoff=2s'], {}, () => '');
    expect(parsed).toMatchObject({
      options: { audit: { logPath: '-', logMaxAge: 3, logBatchThrottleQps: 2.5, webhookInitialBackoff: 2000 } },
      warnings: [expect.stringContaining('Deprecated, use --audit-webhook-initial-backoff instead.')],
    });
  });
});
