import { SharedCall } from './shared-call.js';

describe('SharedCall', () => {
  it('lets those who ask during a call share the next one', async () => {
    const release: (() => void)[] = [];
    let calls = 0;
    const shared = new SharedCall(async () => {
      const number = ++calls;
      await new Promise<void>((resolve) => release.push(resolve));
      return number;
    });
    const first = shared.ask();
    const later = [shared.ask(), shared.ask()];
    release[0]!();
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    release[1]!();
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it('begins another call for those who ask during the second, and at once where none is under way', async () => {
    const release: (() => void)[] = [];
    const shared = new SharedCall(() => new Promise<number>((resolve) => release.push(() => resolve(release.length))));
    const [first, second] = [shared.ask(), shared.ask()];
    release[0]();
    await first;
    await new Promise(setImmediate);
    const third = shared.ask();
    expect(release).toHaveLength(2);
    release[1]();
    await second;
    await new Promise(setImmediate);
    expect(release).toHaveLength(3);
    release[2]();
    await third;
    void shared.ask();
    expect(release).toHaveLength(4);
  });

  it('fails only those who asked for the call that failed', async () => {
    let calls = 0;
    const shared = new SharedCall(async () => {
      if (++calls === 1) throw new Error('away');
      return calls;
    });
    const [first, second] = await Promise.allSettled([shared.ask(), shared.ask()]);
    expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 2 }]);
  });
});
