import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { HealthChecks, HealthIndicators, ServerHealth } from '../../health/index.js';
import { PluginError } from '../../plugin-host/index.js';
import type { StartHook } from '../../plugin-api/index.js';
import type { HealthEndpoint } from '../../plugin-api/built-in.js';
import { runStartHooks } from './start-hooks.js';

let clock: FakeClock;
let health: ServerHealth;

beforeEach(() => {
  clock = new FakeClock(0);
  health = new ServerHealth({
    storage: { stores: [], currentRevision: async () => 1, checkWritable: async () => {} },
    clock,
    livezGraceMs: 10_000,
    shutdownDelayMs: 0,
  });
});

const logger = createLogger({ destination: { write: () => {} } });
const run = (...hooks: StartHook[]): Promise<void> => runStartHooks(hooks, { health, logger, clock });
const check = async (name: string, endpoint: HealthEndpoint = 'readyz'): Promise<number | undefined> =>
  (await new HealthChecks(() => health.checks, new HealthIndicators()).single(endpoint, `poststarthook/${name}`))?.code;

/** A hook that fails so many times before it succeeds. */
const failing = (name: string, times: number): StartHook & { runs: number } => ({
  name,
  runs: 0,
  async run() {
    if (++this.runs <= times) throw new Error('not yet');
  },
});

async function passSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await new Promise(setImmediate);
    clock.advance(1000);
  }
}

describe('runStartHooks()', () => {
  it('tries a hook again, and holds readiness and the next hook back until it is done', async () => {
    const [first, second] = [failing('first', 2), failing('second', 0)];
    const finished = run(first, second);
    await passSeconds(1);
    expect([await check('first'), await check('second'), second.runs]).toEqual([500, 500, 0]);
    await passSeconds(2);
    await finished;
    expect([first.runs, second.runs]).toEqual([3, 1]);
    expect([await check('first'), await check('second')]).toEqual([200, 200]);
  });

  it('leaves out a hook that is not enabled, with its checks', async () => {
    const hook = Object.assign(failing('gated', 0), { isEnabled: false, checks: ['poststarthook/beside'] });
    await run(hook);
    expect([hook.runs, await check('gated'), await check('beside')]).toEqual([0, undefined, undefined]);
  });

  it('says nothing of a hook that the end of the server interrupts, and begins no other', async () => {
    let isEnding = false;
    let logged = '';
    const log = createLogger({ destination: { write: (text: string) => void (logged += text) } });
    const interrupted: StartHook = {
      name: 'interrupted',
      run: async () => {
        isEnding = true;
        throw new Error('the store is closed');
      },
    };
    const next = failing('next', 0);
    await runStartHooks([interrupted, next], { health, logger: log, clock, isEnding: () => isEnding });
    expect([logged, next.runs]).toEqual(['', 0]);
  });

  it('leaves an unfinished start alive for the period of grace', async () => {
    const finished = run(failing('slow', 11));
    await passSeconds(5);
    expect([await check('slow', 'livez'), await check('slow', 'healthz')]).toEqual([200, 500]);
    await passSeconds(5);
    expect(await check('slow', 'livez')).toBe(500);
    await passSeconds(2);
    await finished;
    expect(await check('slow', 'livez')).toBe(200);
  });

  it('gives up on a hook that keeps failing, and says which', async () => {
    const hook = failing('broken', Infinity);
    const finished = expect(run(hook)).rejects.toThrow('the start hook broken failed: Error: not yet');
    await passSeconds(30);
    await finished;
    expect([hook.runs, await check('broken')]).toEqual([30, 500]);
  });

  it('logs the stack of a failure once, and gives up sooner where an author watches', async () => {
    const lines: string[] = [];
    const log = createLogger({ destination: { write: (text: string) => void lines.push(text) } });
    const parts = { health, logger: log, clock, isDevelopment: true };
    const finished = expect(runStartHooks([failing('broken', Infinity)], parts)).rejects.toBeInstanceOf(PluginError);
    await passSeconds(5);
    await finished;
    expect(lines.map((line) => [line.includes('"stack"'), line.includes('a start hook failed as before')])).toEqual([
      [true, false],
      ...Array.from({ length: 4 }, () => [false, true]),
    ]);
  });

  it('gives up on a hook that does not end, and says which', async () => {
    const hook: StartHook = { name: 'hanging', run: () => new Promise(() => {}) };
    const finished = expect(run(hook)).rejects.toThrow(
      'the start hook hanging failed: Error: it has not ended within 30 s',
    );
    await passSeconds(31);
    await finished;
    expect(await check('hanging')).toBe(500);
  });
});
