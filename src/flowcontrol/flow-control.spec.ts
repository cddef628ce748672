import { levelOf, schemaOf } from '../../test/support/flow-control.js';
import { requestOf } from '../../test/support/flow-requests.js';
import type { AccessObjects, ObjectListener } from '../access/index.js';
import { MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { followConfiguration } from './followed-objects.js';
import { type ControlledRequest, FlowControl } from './flow-control.js';

let clock: FakeClock;
let registry: MetricsRegistry;
let control: FlowControl;

beforeEach(() => {
  clock = new FakeClock();
  registry = new MetricsRegistry({ isWithoutProcess: true });
  control = new FlowControl({ clock, metrics: registry, totalSeats: 10, countObjects: () => 5000 });
});

const start = (user: string, groups: string[] = ['system:authenticated'], request = 'GET /api/v1/nodes/n') =>
  control.start(requestOf(request, user, groups));

const namesOf = ({ schema, level }: ControlledRequest): string[] => [schema.name, level.name];

describe('the start', () => {
  it('is done once all schemas and all levels were delivered, and seats are adjusted', () => {
    let listener: ObjectListener | undefined;
    const objects: Pick<AccessObjects, 'follow'> = {
      follow: (_resources, given) => {
        listener = given;
        return () => {};
      },
    };
    followConfiguration(objects, control);
    expect([control.isConfigured, control.isRunning]).toEqual([false, false]);
    listener?.onReady('flowschemas');
    expect(control.isConfigured).toBe(false);
    listener?.onReady('prioritylevelconfigurations');
    control.run();
    expect([control.isConfigured, control.isRunning]).toEqual([true, true]);
    control.stop();
    expect(control.isRunning).toBe(false);
  });
});

describe('classification', () => {
  it('knows the mandatory schemas before any object was read', () => {
    expect(namesOf(start('root', ['system:masters']))).toEqual(['exempt', 'exempt']);
    expect(namesOf(start('ann'))).toEqual(['catch-all', 'catch-all']);
    expect(namesOf(start('nobody', []))).toEqual(['catch-all', 'catch-all']);
  });

  it('follows objects from the next request on', () => {
    control.setLevel('mine', levelOf('mine'));
    control.setSchema('ann', schemaOf('ann', 'mine'));
    const first = start('ann');
    expect([...namesOf(first), first.schema.uid, first.level.uid]).toEqual([
      'ann',
      'mine',
      'uid-of-ann',
      'uid-of-mine',
    ]);
    control.setSchema('ann', undefined);
    expect(namesOf(start('ann'))).toEqual(['catch-all', 'catch-all']);
  });

  it('asks schemas by precedence, then by name', () => {
    control.setLevel('mine', levelOf('mine'));
    for (const [name, precedence] of [
      ['b', 5],
      ['c', 4],
      ['a', 5],
    ] as const)
      control.setSchema(name, schemaOf(name, 'mine', { user: 'ann', precedence }));
    expect(start('ann').schema.name).toBe('c');
    control.setSchema('c', undefined);
    expect(start('ann').schema.name).toBe('a');
  });

  it('skips schemas whose level does not exist', () => {
    control.setSchema('ann', schemaOf('ann', 'lost'));
    expect(start('ann').schema.name).toBe('catch-all');
    control.setLevel('lost', levelOf('lost'));
    expect(start('ann').schema.name).toBe('ann');
  });

  it('forgets everything at a reset', () => {
    control.setLevel('mine', levelOf('mine'));
    control.setSchema('ann', schemaOf('ann', 'mine'));
    control.resetLevels();
    expect(start('ann').schema.name).toBe('catch-all');
    control.setLevel('mine', levelOf('mine'));
    control.resetSchemas();
    expect(start('ann').schema.name).toBe('catch-all');
  });
});

describe('requests beyond the seats', () => {
  it('are rejected by the catch-all level, and retried later the more there are', () => {
    const requests = Array.from({ length: 14 }, () => start('ann'));
    expect(requests.filter(({ seat }) => seat.state === 'executing')).toHaveLength(10);
    const { level } = requests[13];
    expect(level.dropped.retryAfter).toBe(1);
    clock.advance(1000);
    start('ann');
    expect(level.dropped.retryAfter).toBe(2);
  });

  it('wait at a level with queues until one ends', () => {
    control.setLevel('mine', levelOf('mine', { nominalConcurrencyShares: 45, lendablePercent: 0 }));
    control.setSchema('ann', schemaOf('ann', 'mine'));
    const requests = Array.from({ length: 10 }, () => start('ann'));
    const waiting = requests[9];
    let isExecuted: boolean | undefined;
    waiting.seat.onDecided = (decided) => {
      isExecuted = decided;
      control.decided(waiting);
    };
    control.finish(requests[0]);
    expect(isExecuted).toBe(true);
  });

  it('are given more seats every ten seconds', () => {
    control.setLevel('mine', levelOf('mine', { nominalConcurrencyShares: 5, lendablePercent: 0 }));
    control.setLevel('other', levelOf('other', { nominalConcurrencyShares: 90, lendablePercent: 100 }));
    control.setSchema('ann', schemaOf('ann', 'mine'));
    control.run();
    const requests = Array.from({ length: 8 }, () => start('ann'));
    const executing = (): number => requests.filter(({ seat }) => seat.state === 'executing').length;
    expect(executing()).toBe(5);
    clock.advance(10_000);
    expect(executing()).toBe(8);
    control.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('estimates', () => {
  it('of lists are limited by their level', () => {
    control.setLevel('mine', levelOf('mine', { nominalConcurrencyShares: 45 }));
    control.setSchema('ann', schemaOf('ann', 'mine'));
    // 9 seats in hands of 2, and 15 percent of them.
    expect(start('ann', [], 'GET /api/v1/configmaps').seat.maxSeats).toBe(2);
    expect(start('bob', [], 'GET /api/v1/configmaps').seat.maxSeats).toBe(10);
  });
});

describe('metrics', () => {
  it('show where requests are', async () => {
    const [request] = [start('ann'), start('ann')];
    control.finish(request);
    const text = await registry.expose();
    const labels = 'flow_schema="catch-all",priority_level="catch-all"';
    for (const line of [
      `apiserver_flowcontrol_current_executing_requests{${labels}} 1`,
      `apiserver_flowcontrol_current_executing_seats{${labels}} 1`,
      `apiserver_flowcontrol_dispatched_requests_total{${labels}} 2`,
      `apiserver_flowcontrol_request_execution_seconds_count{${labels},type="regular"} 1`,
      `apiserver_flowcontrol_work_estimated_seats_bucket{le="1",${labels}} 2`,
      'apiserver_flowcontrol_nominal_limit_seats{priority_level="catch-all"} 10',
    ])
      expect(text.split('\n').map(sorted)).toContain(sorted(line));
  });
});

/** A line of metrics with its labels in order. */
function sorted(line: string): string {
  return line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`);
}
