import { isOver, withCondition } from './migration-conditions.js';

const at = '2024-01-01T00:00:00Z';
const later = '2024-01-02T00:00:00Z';

describe('withCondition()', () => {
  it('ends Running with the other conditions', () => {
    const running = withCondition({ resourceVersion: '7' }, 'Running', { at });
    const failed = withCondition(running, 'Failed', { at: later, message: 'why' });
    expect(running.conditions).toEqual([
      { type: 'Running', status: 'True', lastUpdateTime: at, reason: 'StorageVersionMigrationInProgress' },
    ]);
    expect(failed).toEqual({
      resourceVersion: '7',
      conditions: [
        { type: 'Running', status: 'False', lastUpdateTime: at, reason: 'StorageVersionMigrationInProgress' },
        {
          type: 'Failed',
          status: 'True',
          lastUpdateTime: later,
          reason: 'StorageVersionMigrationFailed',
          message: 'why',
        },
      ],
    });
  });

  it('leaves a condition that is true already', () => {
    const running = withCondition({}, 'Running', { at });
    expect(withCondition(running, 'Running', { at: later })).toBe(running);
  });
});

describe('isOver()', () => {
  it('is true of what has succeeded or failed', () => {
    const states = ['Running', 'Succeeded', 'Failed'] as const;
    const migrations = states.map((state) => ({ metadata: {}, status: withCondition({}, state, { at }) }));
    expect([{ metadata: {} }, ...migrations].map(isOver)).toEqual([false, false, true, true]);
  });
});
