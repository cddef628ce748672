import { explainWaiting } from './explain-waiting.js';

describe('explainWaiting()', () => {
  it('explains a wait until it ends', async () => {
    let end = (): void => {};
    let explained = 0;
    const waiting = new Promise<void>((resolve) => (end = resolve));
    const explain = (): void => {
      if (++explained === 2) end();
    };
    await explainWaiting(waiting, explain, 1);
    expect(explained).toBe(2);
  });

  it('passes results and failures on silently', async () => {
    const fail = (): never => {
      throw new Error('it was explained');
    };
    expect(await explainWaiting(Promise.resolve(7), fail)).toBe(7);
    await expect(explainWaiting(Promise.reject(new Error('no')), fail)).rejects.toThrow('no');
  });
});
