import { levelOf, schemaOf } from '../../test/support/flow-control.js';
import { requestOf } from '../../test/support/flow-requests.js';
import { MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { dumpLevels, dumpQueues, dumpRequests } from './dumps.js';
import { FlowControl } from './flow-control.js';

let clock: FakeClock;
let control: FlowControl;

beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 0, 2));
  control = new FlowControl({ clock, metrics: new MetricsRegistry(), totalSeats: 2, countObjects: () => 0 });
  const limitResponse = { type: 'Queue', queuing: { queues: 2, handSize: 1, queueLengthLimit: 5 } };
  control.setLevel('mine', levelOf('mine', { limitResponse, nominalConcurrencyShares: 5 }));
  control.setSchema('ann', schemaOf('ann', 'mine'));
  clock.advance(1500);
  control.start(requestOf('GET /apis/apps/v1/namespaces/a/deployments/d/scale', 'ann'));
  clock.advance(0.25);
  control.start(requestOf('GET /api/v1/nodes', 'ann'));
});

it('dumpLevels() lists levels by name', () => {
  const lines = dumpLevels(control).split('\n');
  expect(lines.slice(1)).toEqual([
    'catch-all,         0,            true,   false,       0,               0,                 0,                  0,                0,                0',
    'exempt,            0,            true,   false,       0,               0,                 0,                  0,                0,                0',
    'mine,              1,            false,  false,       1,               1,                 1,                  0,                0,                0',
    '',
  ]);
});

it('dumpQueues() lists every queue of a level', () => {
  const lines = dumpQueues(control).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1 + usedQueue()]).toMatch(
    /^mine, {14}\d, {6}1, {15}1, {17}1, {10}0\.00300000ss, {2}1, {15}1, {11}0\.00300000ss$/,
  );
});

it('dumpRequests() lists waiting requests before executing ones, with details on demand', () => {
  const [header, waiting, executing, end] = dumpRequests(control, { clock, hasDetails: true }).split('\n');
  expect(header.split(/,\s+/)).toHaveLength(18);
  const queue = String(usedQueue());
  expect(waiting.split(/,\s+/)).toEqual([
    ...['mine', 'ann', queue, '0', 'ann', '2026-01-02T00:00:01.50025Z', '1', '0', '0s', '0001-01-01T00:00:00Z'],
    ...['ann', 'list', '/api/v1/nodes', '', '', 'v1', 'nodes', ''],
  ]);
  expect(executing).toContain('2026-01-02T00:00:01.5Z');
  expect(executing).toMatch(/get, +\/apis\/apps\/v1\/\S+, +a, +d, +apps\/v1, +deployments, scale$/);
  expect(end).toBe('');
  expect(dumpRequests(control, { clock, hasDetails: false })).not.toContain('/api/v1/nodes');
});

it('a name cannot begin a line of its own', () => {
  control.setSchema('odd', schemaOf('odd', 'mine', { user: 'a\nb' }));
  control.start(requestOf('GET /api/v1/nodes', 'a\nb'));
  expect(dumpRequests(control, { clock, hasDetails: true }).trim().split('\n')).toHaveLength(4);
});

function usedQueue(): number {
  const level = control.levels.find(({ name }) => name === 'mine')!;
  return [...level.queueSet.queues.keys()][0];
}
