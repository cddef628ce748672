import { WatchResumption } from './watch-resumption.js';

describe('WatchResumption', () => {
  it('lists until a place is known, then watches from it', () => {
    const resumption = new WatchResumption();
    expect(resumption.ended()).toEqual({ step: 'list', waitMs: 0 });
    resumption.reached('7');
    resumption.reached(undefined);
    expect(resumption.ended()).toEqual({ step: 'watch', resourceVersion: '7', waitMs: 0 });
  });

  it('waits longer after each failure, until something arrives', () => {
    const resumption = new WatchResumption();
    resumption.reached('7');
    const waits = Array.from({ length: 9 }, () => resumption.failed(503).waitMs);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    resumption.reached('8');
    expect(resumption.failed(undefined)).toEqual({ step: 'watch', resourceVersion: '8', waitMs: 500 });
  });

  it('lists again, at once, where its place is gone', () => {
    const resumption = new WatchResumption();
    resumption.reached('7');
    expect(resumption.failed(410)).toEqual({ step: 'list', waitMs: 0 });
    expect(resumption.ended().step).toBe('list');
  });
});
