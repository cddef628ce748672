import type { GroupResource } from '../apimachinery/index.js';
import { createLogger, MetricsRegistry } from '../observability/index.js';
import type { Stores } from '../registry/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { CONTRIBUTION_POINTS, type ContributedParts, type Controller } from '../plugin-api/built-in.js';
import { Contributions } from '../plugin-host/index.js';
import { ControllerElection, OnlyServer } from './controller-election.js';
import { ControllerHost } from './controller-host.js';

const logger = createLogger({ isEnabled: false });

/** A controller that records its calls; fails to start the given number of times. */
function recording(name: string, failures = 0): Controller & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    name,
    calls,
    start(pace) {
      calls.push(`start ${pace}`);
      if (failures-- > 0) throw new Error('not yet');
    },
    step: async () => void calls.push('step'),
    stop: async () => void calls.push('stop'),
  };
}

const partsOf = (...controllers: Controller[]): ContributedParts => ({
  ...(Object.fromEntries(CONTRIBUTION_POINTS.map((point) => [point, []])) as unknown as ContributedParts),
  controllers,
});

let clock: FakeClock;
let contributions: Contributions;

beforeEach(() => {
  clock = new FakeClock();
  contributions = new Contributions();
  metrics = new MetricsRegistry({ isWithoutProcess: true });
  declared = undefined;
});

/** Kinds of the cluster that plugins declare; undefined for a server without a cluster. */
let declared: readonly string[] | undefined;
let metrics: MetricsRegistry;

const hostOf = (selection: readonly string[] = ['*'], election = new OnlyServer() as ControllerElection) => {
  const cluster = { isDeclared: ({ resource }: GroupResource) => declared?.includes(resource) ?? true };
  const find: Pick<Stores, 'find'>['find'] = () => undefined;
  return new ControllerHost({
    contributions,
    selection,
    election,
    clock,
    logger,
    metrics,
    cluster,
    stores: { find },
    graceMs: 50,
  });
};

/** An election that a test decides. */
class DecidedElection extends ControllerElection {
  isLeader = false;
  private onChange: (() => void) | undefined;

  start(onChange: () => void): void {
    this.onChange = onChange;
  }

  async stop(): Promise<void> {
    this.onChange = undefined;
  }

  decide(isLeader: boolean): void {
    this.isLeader = isLeader;
    this.onChange?.();
  }
}

describe('ControllerHost', () => {
  it('starts what is enabled, and stops it', async () => {
    const [a, b] = [recording('a'), recording('b')];
    contributions.add(partsOf(a, b));
    const host = hostOf(['*', '-b']);
    expect(a.calls).toEqual([]);
    host.start();
    expect(host.names).toEqual(['a']);
    await host.stop();
    expect([a.calls, b.calls]).toEqual([['start running', 'stop'], []]);
  });

  it('runs those of the cluster while its server is elected, those of the server always', async () => {
    const [ofCluster, ofServer] = [recording('a'), Object.assign(recording('b'), { isPartOfServer: true })];
    contributions.add(partsOf(ofCluster, ofServer));
    const election = new DecidedElection();
    const host = hostOf(['*'], election);
    host.start();
    expect(host.names).toEqual(['b']);
    election.decide(true);
    expect(host.names).toEqual(['b', 'a']);
    election.decide(false);
    expect([host.names, ofCluster.calls]).toEqual([['b'], ['start running', 'stop']]);
    await host.stop();
    election.decide(true);
    expect([host.names, ofServer.calls]).toEqual([[], ['start running', 'stop']]);
  });

  it('has stopped when the last controller has', async () => {
    let letGo = (): void => {};
    const stop = () => new Promise<void>((resolve) => (letGo = resolve));
    const slow = Object.assign(recording('slow'), { stop });
    contributions.add(partsOf(slow));
    const election = new DecidedElection();
    const host = hostOf(['*'], election);
    host.start();
    election.decide(true);
    election.decide(false);
    let hasStopped = false;
    const stopped = host.stopped().then(() => (hasStopped = true));
    await Promise.resolve();
    expect(hasStopped).toBe(false);
    letGo();
    await stopped;
  });

  it('starts what comes later, and stops what goes', () => {
    const host = hostOf();
    host.start();
    const late = recording('late');
    const remove = contributions.add(partsOf(late));
    expect(host.names).toEqual(['late']);
    remove();
    expect([host.names, late.calls]).toEqual([[], ['start running', 'stop']]);
  });

  it('tries again what cannot be started, later and later, and the others run meanwhile', () => {
    const [broken, fine] = [recording('broken', 2), recording('fine')];
    contributions.add(partsOf(broken, fine));
    const host = hostOf();
    host.start();
    expect(host.names).toEqual(['fine']);
    clock.advance(1_000);
    expect(host.names).toEqual(['fine']);
    clock.advance(1_999);
    expect(broken.calls).toHaveLength(2);
    clock.advance(1);
    expect(host.names).toEqual(['fine', 'broken']);
  });

  it('does not start again what has failed once it is stopped', async () => {
    const broken = recording('broken', 1);
    contributions.add(partsOf(broken));
    const host = hostOf();
    host.start();
    await host.stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('steps each of them when it is asked', async () => {
    const [a, b] = [recording('a'), recording('b', 1)];
    contributions.add(partsOf(a, b));
    const host = hostOf();
    host.start('stepped');
    await host.step();
    expect(a.calls).toEqual(['start stepped', 'step']);
    expect(b.calls).toEqual(['start stepped', 'start stepped', 'step']);
  });
});

describe('controllers that cannot be started', () => {
  const running = async (): Promise<string[]> =>
    (await metrics.expose()).split('\n').filter((line) => line.startsWith('binnacle_controller_running{'));

  it('fail the check with their reason, and show in metrics, until they are started', async () => {
    contributions.add(partsOf(recording('good'), recording('bad', 1)));
    const host = hostOf();
    expect(() => host.check()).not.toThrow();
    host.start();
    expect(() => host.check()).toThrow('bad cannot be started: not yet');
    expect(await running()).toEqual([
      'binnacle_controller_running{name="good"} 1',
      'binnacle_controller_running{name="bad"} 0',
    ]);
    clock.advance(1000);
    expect(() => host.check()).not.toThrow();
    expect(await running()).toContain('binnacle_controller_running{name="bad"} 1');
    await host.stop();
  });

  it('fail the check when no server can be elected', () => {
    const election = Object.assign(new DecidedElection(), { fault: new Error('no leases') });
    const host = hostOf(['*'], election);
    host.start();
    expect(() => host.check()).toThrow('the election of the server that runs controllers has failed: no leases');
  });
});

describe('controllers of kinds of a cluster', () => {
  const maps = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' } as const;
  const following = (): Controller => Object.assign(recording('mapper'), { followedKinds: () => [maps] });

  it('are refused at start, with the line to add, unless the kind is declared', () => {
    contributions.add(partsOf(following()));
    declared = ['namespaces'];
    const line = "clusterKinds: [{ group: '', resource: 'configmaps' }]";
    expect(() => hostOf().onApplicationBootstrap()).toThrow(
      `mapper follows configmaps of the cluster, which its plugin does not read; add the line ${line} to @ApiGroupPlugin`,
    );
    expect(() => hostOf(['-mapper', '*']).onApplicationBootstrap()).not.toThrow();
    declared = ['configmaps'];
    expect(() => hostOf().onApplicationBootstrap()).not.toThrow();
    declared = undefined;
    expect(() => hostOf().onApplicationBootstrap()).not.toThrow();
  });
});
