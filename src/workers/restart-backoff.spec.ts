import { RestartBackoff } from './restart-backoff.js';

const SOON = 100;
const LATE = 60_000;

describe('RestartBackoff', () => {
  it('replaces at once, then later and later, up to half a minute', () => {
    const backoff = new RestartBackoff();
    const delays = Array.from({ length: 9 }, () => backoff.delayAfter(SOON));
    expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('starts over after a worker that ran for a while', () => {
    const backoff = new RestartBackoff();
    backoff.delayAfter(SOON);
    backoff.delayAfter(SOON);
    expect([backoff.delayAfter(LATE), backoff.delayAfter(SOON)]).toEqual([0, 0]);
  });

  it('is hopeless after five in a row', () => {
    const backoff = new RestartBackoff();
    const seen = Array.from({ length: 5 }, () => {
      backoff.delayAfter(SOON);
      return backoff.isHopeless;
    });
    expect(seen).toEqual([false, false, false, false, true]);
  });
});
