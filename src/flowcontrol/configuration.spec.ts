import { byName, configurationOf, levelOf, schemaOf } from '../../test/support/flow-control.js';
import { requestOf } from '../../test/support/flow-requests.js';
import type { Configuration } from './configuration.js';
import { SeatRequest } from './fair-queue.js';
import type { PriorityLevelObject } from './kinds.js';

const EXEMPT_LEVEL: PriorityLevelObject = {
  metadata: { name: 'exempt', uid: 'e' },
  spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 10, lendablePercent: 50 } },
};

/** Occupies seats of a level. */
function occupy(configuration: Configuration, level: string, seats: number): SeatRequest[] {
  const schema = configuration.schemas.find((candidate) => candidate.level.name === level)!;
  return Array.from({ length: seats }, () => {
    const digest = requestOf('GET /api/v1/pods');
    const estimate = { initialSeats: 1, finalSeats: 0, additionalLatency: 0 };
    const request = new SeatRequest({ digest, flow: schema.flowOf(digest), estimate, arrivedAt: 0 });
    schema.level.queueSet.start(request);
    return request;
  });
}

const currentOf = (configuration: Configuration): Record<string, number> =>
  Object.fromEntries([...configuration.levels.values()].map(({ name, current }) => [name, current!]));

describe('seats of a level', () => {
  it.each([
    // 20 of 45 shares with those of the catch-all: rounded up; lent and borrowed ones to the nearest.
    [600, { nominalConcurrencyShares: 20, lendablePercent: 33 }, { nominal: 267, lower: 179, upper: 867 }],
    [600, { nominalConcurrencyShares: 20, borrowingLimitPercent: 50 }, { nominal: 267, lower: 267, upper: 401 }],
    [600, { nominalConcurrencyShares: 20, borrowingLimitPercent: 0 }, { nominal: 267, lower: 267, upper: 267 }],
    [7, { nominalConcurrencyShares: 20, lendablePercent: 90 }, { nominal: 4, lower: 0, upper: 11 }],
    [600, { nominalConcurrencyShares: 0 }, { nominal: 0, lower: 0, upper: 600 }],
  ])('of %d by %j are %j', (total, limited, seats) => {
    const other = levelOf('other', { nominalConcurrencyShares: 20 });
    const { configuration } = configurationOf(total, [levelOf('tried', limited), other]);
    expect(configuration.levels.get('tried')!.seats).toEqual(seats);
  });

  it.each([
    [600, 6, 9],
    [137, 6, 2],
    [600, 60, 1],
  ])('of %d with hands of %d allow %d for one request at a tenth of the shares', (total, handSize, most) => {
    const limitResponse = { type: 'Queue', queuing: { queues: 64, handSize, queueLengthLimit: 50 } };
    const tried = levelOf('tried', { nominalConcurrencyShares: 10, limitResponse });
    const { configuration } = configurationOf(total, [tried, levelOf('other', { nominalConcurrencyShares: 85 })]);
    expect(configuration.levels.get('tried')!.maxRequestSeats).toBe(most);
  });

  it('include a part of those of the exempt level', () => {
    const { configuration } = configurationOf(30, [EXEMPT_LEVEL]);
    expect(configuration.levels.get('exempt')!.seats).toEqual({ nominal: 20, lower: 10, upper: 50 });
  });
});

describe('borrowing', () => {
  const LEVELS = [
    levelOf('busy', { nominalConcurrencyShares: 20, lendablePercent: 50 }),
    levelOf('idle', { nominalConcurrencyShares: 20, lendablePercent: 50 }),
    levelOf('closed', { nominalConcurrencyShares: 5, borrowingLimitPercent: 0 }),
  ];
  const SCHEMAS = ['busy', 'idle', 'closed'].map((name) => schemaOf(name, name));

  it('gives lendable seats to a level with more demand', () => {
    const { configuration, clock } = configurationOf(100, LEVELS, SCHEMAS);
    occupy(configuration, 'busy', 60);
    clock.advance(10_000);
    configuration.allocate();
    const { busy, idle, closed } = currentOf(configuration);
    expect(idle).toBe(20);
    expect(closed).toBe(10);
    expect(busy).toBe(60);
    expect(configuration.levels.get('busy')!.queueSet.executingCount).toBe(60);
  });

  it('takes them back when their level needs them', () => {
    const { configuration, clock } = configurationOf(100, LEVELS, SCHEMAS);
    occupy(configuration, 'busy', 60);
    clock.advance(10_000);
    configuration.allocate();
    occupy(configuration, 'idle', 40);
    clock.advance(10_000);
    configuration.allocate();
    expect(currentOf(configuration)).toMatchObject({ busy: 40, idle: 40 });
  });

  it('gives a level nothing beyond its limit, whatever its demand', () => {
    const { configuration, clock } = configurationOf(100, LEVELS, SCHEMAS);
    occupy(configuration, 'closed', 20);
    clock.advance(10_000);
    configuration.allocate();
    expect(currentOf(configuration).closed).toBe(10);
  });
});

describe('levels that change', () => {
  it('serve what they have begun after they were deleted, and then are gone', () => {
    const levels = [levelOf('gone'), levelOf('other')];
    const { configuration, registry } = configurationOf(100, levels, [schemaOf('gone', 'gone')]);
    const [request] = occupy(configuration, 'gone', 1);
    configuration.apply({ levels: byName([levelOf('other')]), schemas: new Map() });
    const level = configuration.levels.get('gone')!;
    expect([level.isQuiescing, configuration.reap(level)]).toEqual([true, false]);
    level.queueSet.finish(request);
    expect([configuration.reap(level), configuration.levels.has('gone')]).toEqual([true, false]);
    return expect(registry.expose()).resolves.not.toContain('priority_level="gone"');
  });

  it('are as before when they are created again meanwhile', () => {
    const { configuration } = configurationOf(100, [levelOf('gone')], [schemaOf('gone', 'gone')]);
    occupy(configuration, 'gone', 1);
    configuration.apply({ levels: new Map(), schemas: new Map() });
    configuration.apply({ levels: byName([levelOf('gone')]), schemas: byName([schemaOf('gone', 'gone')]) });
    const level = configuration.levels.get('gone')!;
    expect([level.isQuiescing, level.queueSet.executingCount]).toEqual([false, 1]);
  });

  it.each<[string, PriorityLevelObject['spec']]>([
    ['exempt under another name', { type: 'Exempt', exempt: {} }],
    ['limited without limits', { type: 'Limited' }],
    ['rejecting with queues', { type: 'Limited', limited: { limitResponse: { type: 'Reject', queuing: {} } } }],
    ['queuing without queues', { type: 'Limited', limited: { limitResponse: { type: 'Queue' } } }],
  ])('do not count where they are %s', (_, spec) => {
    const { configuration } = configurationOf(100, [{ metadata: { name: 'odd' }, spec }], [schemaOf('a', 'odd')]);
    expect([...configuration.levels.keys()]).toEqual(['exempt', 'catch-all']);
    expect(configuration.schemas.map(({ name }) => name)).toEqual(['exempt', 'catch-all']);
  });
});
