import { SharedWork } from './shared-work.js';

describe('SharedWork.do()', () => {
  it('is done once for concurrent callers, and again for later ones', async () => {
    const shared = new SharedWork<string>();
    let done = 0;
    const work = async (): Promise<void> => void (done += 1);
    await Promise.all([shared.do('a', work), shared.do('a', work)]);
    expect(done).toBe(1);
    await shared.do('a', work);
    expect(done).toBe(2);
  });

  it('does one thing after the other, also after one that failed', async () => {
    const shared = new SharedWork<string>();
    let running = 0;
    let most = 0;
    const work = (fails: boolean) => async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      if (fails) throw new Error('failed');
    };
    const outcomes = await Promise.allSettled([
      shared.do('a', work(false)),
      shared.do('b', work(true)),
      shared.do('c', work(false)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(1);
  });
});
