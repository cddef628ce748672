import { FakeClock } from './fake-clock.js';

describe('FakeClock', () => {
  it('fires timers in order as it is moved', async () => {
    const clock = new FakeClock(0);
    const fired: string[] = [];
    clock.schedule(20, () => fired.push(`b@${clock.now()}`));
    clock.schedule(10, () => fired.push(`a@${clock.now()}`));
    clock.schedule(5, () => fired.push('never')).cancel();
    const repeated = clock.repeat(15, () => fired.push(`r@${clock.now()}`));
    const slept = clock.sleep(30);
    clock.advance(30);
    await slept;
    repeated.cancel();
    expect(fired).toEqual(['a@10', 'r@15', 'b@20', 'r@30']);
    expect(clock.pendingTimers).toBe(0);
  });
});
