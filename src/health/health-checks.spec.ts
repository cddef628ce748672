import type { HealthCheck } from '../plugin-api/index.js';
import { HealthChecks } from './health-checks.js';
import { HealthIndicators } from './health-indicators.js';

function checksWith(isBroken: boolean, indicators = new HealthIndicators()): HealthChecks {
  const check = (): void => {
    if (isBroken) throw new Error('secret reason');
  };
  const all = (): HealthCheck[] => [
    { name: 'ping', endpoints: ['livez', 'readyz'], check: () => {} },
    { name: 'store', endpoints: ['readyz'], check },
  ];
  return new HealthChecks(all, indicators);
}

const PLAIN = { verbose: false, exclude: [] };

describe('HealthChecks', () => {
  it('answers ok, or every check when asked', async () => {
    const checks = checksWith(false);
    expect(await checks.all('readyz', PLAIN)).toEqual({ code: 200, text: 'ok' });
    const { text } = await checks.all('readyz', { ...PLAIN, verbose: true });
    expect(text).toBe('[+]ping ok\n[+]store ok\nreadyz check passed\n');
  });

  it('names what fails, but not why [HEALTH-04]', async () => {
    const { code, text } = await checksWith(true).all('readyz', PLAIN);
    expect(code).toBe(500);
    expect(text).toBe('[+]ping ok\n[-]store failed: reason withheld\nreadyz check failed\n');
  });

  it('leaves out what is excluded, and says so when there is no such check', async () => {
    const { code, text } = await checksWith(true).all('readyz', { verbose: true, exclude: ['store', 'nothing'] });
    expect(code).toBe(200);
    expect(text).toContain('[+]store excluded: ok');
    expect(text).toContain('warn: some health checks cannot be excluded: no matches for "nothing"');
  });

  it.each([
    ['readyz', 'ping', 200],
    ['readyz', 'store', 500],
    ['livez', 'store', undefined],
    ['readyz', 'other', undefined],
  ] as const)('answers %s/%s alone', async (endpoint, name, code) => {
    expect((await checksWith(true).single(endpoint, name))?.code).toBe(code);
  });

  it('publishes the result of each check as metrics, until they are reset', async () => {
    const indicators = new HealthIndicators();
    const checks = checksWith(true, indicators);
    await checks.all('readyz', PLAIN);
    await checks.all('livez', { ...PLAIN, exclude: ['ping'] });
    await checks.single('livez', 'ping');
    const text = await indicators.metrics.expose();
    expect(text.split('\n').filter((line) => line.startsWith('kubernetes_'))).toEqual([
      'kubernetes_healthcheck{name="ping",type="readyz"} 1',
      'kubernetes_healthcheck{name="store",type="readyz"} 0',
      'kubernetes_healthchecks_total{name="ping",status="success",type="readyz"} 1',
      'kubernetes_healthchecks_total{name="store",status="error",type="readyz"} 1',
    ]);
    indicators.reset();
    expect(await indicators.metrics.expose()).not.toContain('{');
  });
});
